/** Gives the component a key: the session of the page, or the browser key that the visitor pastes. */
import { openSession } from "../../../kit/client/access.ts";

/**
 * Kept for this tab only, and apart from the key of the other pages: that may be a server key, which must not be in the
 * URLs that the component asks.
 */
const STORED = "baken-browser-key";
/** Milliseconds between looks whether the session is to be renewed. */
const RENEW_MS = 60_000;

export function giveAccess(element: HTMLElement): void {
  const session = openSession();
  const form = document.querySelector<HTMLFormElement>("#key-form")!;
  const fault = document.querySelector<HTMLElement>("#key-fault")!;
  const input = form.querySelector("input")!;
  input.value = sessionStorage.getItem(STORED) ?? "";

  async function renew(): Promise<void> {
    const key = sessionStorage.getItem(STORED);
    // While the server is away the component says so; the next look finds it back.
    const token = key ?? (await session.token().catch(() => element.getAttribute("key")));
    form.hidden = key === null && Boolean(token);
    document.querySelector<HTMLElement>(".samples")!.hidden = !token;
    if (token && token !== element.getAttribute("key")) {
      element.setAttribute("key", token);
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
