/** Part of the country that a registry holds; the page says it wherever something is not found. */
export type Coverage =
  | { readonly kind: "country" }
  /** A fictitious country. */
  | { readonly kind: "demo" }
  /** These gemeenten, by name. */
  | { readonly kind: "gemeenten"; readonly names: readonly string[] };
