/** Makes the page of the form component live; the server rendered all of it (pages/form/server/embed-body.ts). */
import "../../../kit/client/base.css";
import "./embed-page.css";
import { activateSiteHeader } from "../../../kit/client/site-header.ts";
import { activateCopyButtons } from "./copy-buttons.ts";
import { giveAccess } from "./give-access.ts";

/** Milliseconds for which what was sent stands out. */
const SHOWN_MS = 1_200;

/** The component, as scripts of a shop use it. */
export interface AddressElement extends HTMLElement {
  value: Partial<Record<string, string>>;
}

const demo = document.querySelector<HTMLFormElement>("#demo")!;
const element = demo.querySelector<AddressElement>("baken-address")!;

activateSiteHeader();
activateCopyButtons();
giveAccess(element);
showReceived();
for (const [name, apply] of Object.entries({ mode: beginWith, look: lookLike })) {
  for (const radio of document.querySelectorAll<HTMLInputElement>(`.options input[name=${name}]`)) {
    radio.addEventListener("change", () => apply(radio.value));
  }
}
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-postcode]")) {
  button.addEventListener("click", () => fillIn(button.dataset));
}

/** Shows what the form sends, at each change, and sends nothing. */
function showReceived(): void {
  const output = document.querySelector("#received")!;
  const show = () => {
    const lines = [...new FormData(demo)].map(([name, value]) => `${name} = ${value}`);
    output.textContent = lines.join("\n");
  };
  for (const type of ["input", "address-change"]) {
    demo.addEventListener(type, show);
  }
  demo.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
    output.scrollIntoView({ block: "nearest" });
    output.animate({ outline: ["2px solid var(--ok)", "2px solid transparent"] }, SHOWN_MS);
  });
  void customElements.whenDefined("baken-address").then(show);
}

function beginWith(mode: string): void {
  element.setAttribute("mode", mode);
  demo.reset();
}

function lookLike(look: string): void {
  element.dataset.look = look;
}

function fillIn({ postcode = "", number = "" }: DOMStringMap): void {
  document.querySelector<HTMLInputElement>(".options input[value=postcode]")?.click();
  demo.reset();
  element.value = { postcode, number };
}
