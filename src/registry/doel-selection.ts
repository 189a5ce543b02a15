/** What is asked of the lists of one gebruiksdoel. */
export interface DoelSelection {
  /** Position in GEBRUIKSDOELEN. */
  readonly doel: number;
  /** Keys of woonplaatsen; `undefined` is the whole registry. */
  readonly woonplaatsen: readonly number[] | undefined;
}
