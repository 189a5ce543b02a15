const SERVICE = "https://address.example/api/v1";
const KEY = "YOUR_BROWSER_KEY";

const form = document.querySelector("#checkout");
const { postcode, number, addition, street, city } = form.elements;
const hint = document.querySelector("#hint");
const choose = document.querySelector("#choose");
const select = choose.querySelector("select");
let timer;
let running;
let candidates = [];
let askAgainAt = 0;

for (const field of [postcode, number, addition]) {
  field.addEventListener("input", () => {
    // Wait for a pause in typing, and forget the answer to what was typed before.
    clearTimeout(timer);
    running?.abort();
    timer = setTimeout(lookup, 200);
  });
}
select.addEventListener("change", () => fill(candidates[select.selectedIndex - 1]));

async function lookup() {
  if (postcode.value.trim().length < 6 || number.value === "" || Date.now() < askAgainAt) {
    return;
  }
  running = new AbortController();
  // The key in the URL saves the preflight that an Authorization header costs. Only browser keys may be there.
  const query = new URLSearchParams({
    postcode: postcode.value,
    number: number.value,
    addition: addition.value,
    key: KEY,
  });
  try {
    const response = await fetch(`${SERVICE}/addresses/lookup?${query}`, { signal: running.signal });
    show(response, await response.json());
  } catch (error) {
    if (error.name !== "AbortError") {
      say("Fill in street and city yourself."); // The service is away: the form works without it.
    }
  }
}

function show({ status, headers }, body) {
  offer([]);
  if (status === 200) {
    fill(body.data);
  } else if (status === 404 && body.candidates.length > 0) {
    offer(body.candidates); // The number exists only with letters or additions.
  } else if (status === 404) {
    say("This address is not in the register. Fill in street and city yourself.");
  } else if (status === 422) {
    say(Object.values(body.errors).flat().join(" ")); // Text that cannot be a postcode or a number.
  } else {
    // 429: ask again when the limit's time is over. 401, 403: the key is refused. 5xx: the service has trouble.
    askAgainAt = Date.now() + 1000 * Number(headers.get("Retry-After") ?? 10);
    say("Fill in street and city yourself.");
  }
}

function fill(address) {
  addition.value = [address.huisletter, address.huisnummertoevoeging].filter(Boolean).join("-");
  number.value = address.huisnummer;
  street.value = address.straatnaam;
  city.value = address.woonplaats_naam;
  say(`Found: ${address.full_address}`);
}

function offer(addresses) {
  candidates = addresses;
  choose.hidden = addresses.length === 0;
  select.replaceChildren(new Option("…"), ...addresses.map((address) => new Option(address.full_address)));
  say(choose.hidden ? "" : "This number exists only with an addition.");
}

function say(text) {
  hint.textContent = text;
}
