/** Makes the page of the form component live; the server rendered all of it (pages/form/server/embed-body.ts). */
import "../../kit/client/base.css";
import "./embed-page.css";
import "../../kit/client/site-header.css";
import { openSession } from "../../kit/client/access.ts";
import { copyByButton } from "../../kit/client/copy-text.ts";
import { activateSiteHeader } from "../../kit/client/preferences.ts";

/**
 * Kept for this tab only, and apart from the key of the other pages: that may be a server key, which must not be in the
 * URLs that the component asks.
 */
const STORED = "baken-browser-key";
/** Milliseconds between looks whether the session is to be renewed. */
const RENEW_MS = 60_000;
/** Milliseconds for which a sent form stands out. */
const SHOWN_MS = 1_200;

const demo = document.querySelector<HTMLFormElement>("#demo")!;
const element = demo.querySelector<HTMLElement>("baken-address")!;

activateSiteHeader();
activateCopyButtons();
giveAccess(element);
showReceived();
for (const radio of document.querySelectorAll<HTMLInputElement>("input[name=look]")) {
  radio.addEventListener("change", () => {
    element.dataset.look = radio.value;
  });
}

/** Shows the fields of the form at each change, and sends nothing. */
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

/** Gives the component a key: the session of the page, or the browser key that the visitor pastes. */
function giveAccess(element: HTMLElement): void {
  const session = openSession();
  const form = document.querySelector<HTMLFormElement>("#key-form")!;
  const fault = document.querySelector<HTMLElement>("#key-fault")!;
  const input = form.querySelector("input")!;
  input.value = sessionStorage.getItem(STORED) ?? "";

  async function renew(): Promise<void> {
    const key = sessionStorage.getItem(STORED);
    // While the server is away the component says so; the next look finds it back.
    const token = key ?? (await session.token().catch(() => element.getAttribute("api-key")));
    form.hidden = key === null && Boolean(token);
    if (token && token !== element.getAttribute("api-key")) {
      element.setAttribute("api-key", token);
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    fault.hidden = true;
    sessionStorage.setItem(STORED, input.value.trim());
    void renew();
  });
  element.addEventListener("address-change", (event) => {
    if ((event as CustomEvent<{ reason: string | null }>).detail.reason === "refused") {
      fault.hidden = form.hidden;
      // A restarted server knows no session from before.
      session.forget();
      void renew();
    }
  });
  void renew();
  setInterval(() => void renew(), RENEW_MS);
}

/** Makes every `.copy` button copy the code beside it. */
function activateCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) {
    const code = () => button.parentElement?.querySelector("pre")?.textContent ?? "";
    button.addEventListener("click", () => void copyByButton(button, code()));
  }
}
