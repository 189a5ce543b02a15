/** Part of the country that a registry holds; the page says it wherever something is not found. */
export type Coverage =
  | { readonly kind: "country" }
  /** Test data, such as the sample, with the sentence that says so. */
  | { readonly kind: "test data"; readonly explanation: string }
  /** These gemeenten, by name. */
  | { readonly kind: "gemeenten"; readonly names: readonly string[] };
