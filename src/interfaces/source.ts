/** Text of licence fields. */
export const LICENCE =
  "Data: Basisregistratie Adressen en Gebouwen (BAG), Kadaster, CC0 1.0. Answered by baken.";
