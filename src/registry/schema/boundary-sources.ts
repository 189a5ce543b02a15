/** Values of `boundary_source` for borders that the import derives; borders of files have the label of their file. */
export const ADDRESS_HULL_SOURCE = "afgeleid van BAG-adressen";
export const WOONPLAATS_UNION_SOURCE = "afgeleid van BAG-woonplaatsen";
