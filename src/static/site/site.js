// Written by ./baken static --site; changes are overwritten.
import { createStaticClient } from "./baken-static.js";

const client = createStaticClient({ baseUrl: "." });
const fault = document.querySelector("#fault");

function show(address) {
  const entries = Object.entries(address ?? {}).flatMap(([name, value]) => {
    const term = document.createElement("dt");
    const text = document.createElement("dd");
    term.textContent = name;
    text.textContent = Array.isArray(value) ? value.join(", ") : (value ?? "–");
    return [term, text];
  });
  document.querySelector("#address").replaceChildren(...entries);
}

for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("address-change", ({ detail }) => {
    fault.textContent = detail.problem?.message ?? "";
    show(detail.address);
  });
}

document.querySelector("#here").addEventListener("click", () => {
  navigator.geolocation.getCurrentPosition(
    async ({ coords: { latitude, longitude } }) => {
      const nearest = await client.nearest({ latitude, longitude }).catch((error) => {
        fault.textContent = error.message;
      });
      show(nearest?.address);
    },
    (error) => {
      fault.textContent = error.message;
    },
  );
});

client.version().then(
  ({ addresses, data_date }) => {
    const count = addresses.toLocaleString("nl");
    document.querySelector("#version").append(` ${count} adressen van ${data_date}.`);
  },
  (error) => {
    fault.textContent = error.message;
  },
);
