/** Types of `<baken-address>` in components of Svelte 5. */
import type { HTMLAttributes } from "svelte/elements";
import type { AddressChange, AddressFields, BakenAddressAttributes, BakenAddressElement } from "../form.js";

export type * from "../form.js";

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "baken-address": HTMLAttributes<BakenAddressElement> &
      BakenAddressAttributes & {
        value?: Partial<AddressFields> | undefined;
        "onaddress-change"?: ((event: CustomEvent<AddressChange>) => void) | undefined;
      };
  }
}
