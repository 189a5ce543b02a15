/** Types of `<baken-address>` in JSX of React 19. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { AddressChange, AddressFields, BakenAddressAttributes, BakenAddressElement } from "../form.js";

export type * from "../form.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "baken-address": DetailedHTMLProps<HTMLAttributes<BakenAddressElement>, BakenAddressElement> &
        BakenAddressAttributes & {
          value?: Partial<AddressFields> | undefined;
          /** React attaches it where it renders the element itself, not on a page that a server rendered. */
          "onaddress-change"?: ((event: CustomEvent<AddressChange>) => void) | undefined;
        };
    }
  }
}
