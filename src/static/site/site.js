// Written by ./baken static --site; changes are overwritten.
import { createStaticClient } from "./baken-static.js";
import { openSiteMap } from "./site-map.js";

const client = createStaticClient({ baseUrl: "." });
const fault = document.querySelector("#fault");
let map;

function show(address) {
  const entries = Object.entries(address ?? {}).flatMap(([name, value]) => {
    const term = document.createElement("dt");
    const text = document.createElement("dd");
    term.textContent = name;
    text.textContent = Array.isArray(value) ? value.join(", ") : (value ?? "–");
    return [term, text];
  });
  document.querySelector("#address").replaceChildren(...entries);
  if (address?.latitude !== undefined) {
    map?.show(address);
  }
}

async function showNearest(position) {
  try {
    show((await client.nearest(position))?.address);
  } catch (error) {
    fault.textContent = error.message;
  }
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
    ({ coords }) => showNearest(coords),
    (error) => {
      fault.textContent = error.message;
    },
  );
});

const WITHOUT_MAP = {
  "whole-only":
    "Geen kaart: deze host geeft geen delen van bestanden (Range). Zoeken en het formulier werken wel.",
  "no-webgl": "Geen kaart: deze browser heeft geen WebGL 2. Zoeken en het formulier werken wel.",
};

/** Shows the map, or says why there is none; nothing when none was written. */
async function showMap(folder) {
  const section = document.querySelector("#map-section");
  // The map measures its container when it opens.
  section.hidden = false;
  const container = document.querySelector("#map");
  const opened = await openSiteMap(container, `${folder}/map.pmtiles`, showNearest).catch(
    (error) => error.message,
  );
  if (typeof opened !== "string") {
    map = opened;
    return;
  }
  section.hidden = opened === "absent";
  container.remove();
  document.querySelector("#map-note").textContent = WITHOUT_MAP[opened] ?? opened;
}

try {
  const { addresses, data_date } = await client.version();
  const count = addresses.toLocaleString("nl");
  document.querySelector("#version").append(` ${count} adressen van ${data_date}.`);
  const { folder } = await (await fetch("latest.json")).json();
  await showMap(folder);
} catch (error) {
  fault.textContent = error.message;
}
