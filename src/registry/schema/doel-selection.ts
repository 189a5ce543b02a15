/** Selection of addresses by gebruiksdoel and woonplaats. */
export interface DoelSelection {
  /** Position in GEBRUIKSDOELEN. */
  readonly doel: number;
  /** Keys of woonplaatsen; `undefined` for the whole registry. */
  readonly woonplaatsen: readonly number[] | undefined;
}
