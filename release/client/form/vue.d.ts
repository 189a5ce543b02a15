/** Types of `<baken-address>` in templates of Vue 3. */
import type { HTMLAttributes, PublicProps } from "vue";
import type { AddressChange, AddressFields, BakenAddressAttributes } from "../form.js";

export type * from "../form.js";

type Properties = Omit<HTMLAttributes, keyof BakenAddressAttributes> &
  BakenAddressAttributes & {
    apiKey?: string | undefined;
    baseUrl?: string | undefined;
    value?: Partial<AddressFields> | undefined;
    onAddressChange?: ((event: CustomEvent<AddressChange>) => void) | undefined;
  };

declare module "vue" {
  interface GlobalComponents {
    "baken-address": new () => { $props: PublicProps & Properties };
  }
}
