/** What to take out of a document, by paths of elements with canonical prefixes joined by `/`. */
export interface XmlGrammar {
  /** Namespace URI to canonical prefix; elements of any other namespace are read nowhere. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Leaf elements whose text is wanted, and the number each is reported under (0–999). */
  readonly captures: ReadonlyMap<string, number>;
  /** Elements whose end completes a record, and the number of the record's kind. */
  readonly records: ReadonlyMap<string, number>;
  /** Local names of the other elements that official files have; what has none of these names is told. */
  readonly unread?: ReadonlySet<string>;
  /** A closing tag as written, outside any record: where a document may be cut into windows. */
  readonly cutAfter?: string;
}
