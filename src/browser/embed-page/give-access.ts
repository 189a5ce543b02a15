/** Gives the component a key: the session of the page, or the browser key that the visitor pastes. */
import { type Access, openAccess } from "../shared/access.ts";

const RENEW_MS = 600_000;

export function giveAccess(element: HTMLElement): void {
  const access = openAccess();
  const form = document.querySelector<HTMLFormElement>("#key-form")!;
  const fault = document.querySelector<HTMLElement>("#key-fault")!;
  const input = form.querySelector("input")!;
  input.value = access.key() ?? "";
  void renew(access, element);
  setInterval(() => void renew(access, element), RENEW_MS);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    fault.hidden = true;
    access.useKey(input.value.trim());
    void renew(access, element);
  });
  element.addEventListener("address-change", (event) => {
    const { reason } = (event as CustomEvent<{ reason: string | null }>).detail;
    if (reason === "refused") {
      fault.hidden = access.key() === undefined;
      form.hidden = access.key() === undefined && !form.hidden;
    }
  });
}

/** Sets the key that is valid now; without any, asks for one. */
async function renew(access: Access, element: HTMLElement): Promise<void> {
  const token = await access.token();
  document.querySelector<HTMLElement>("#key-form")!.hidden =
    token !== undefined && access.key() === undefined;
  document.querySelector<HTMLElement>(".samples")!.hidden = token === undefined;
  if (token !== undefined && token !== element.getAttribute("key")) {
    element.setAttribute("key", token);
  }
}
