/** Declaration of what to extract from a document, by element paths with canonical prefixes joined by `/`. */
export interface XmlGrammar {
  /** Namespace URI to canonical prefix; elements of any other namespace are not read. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Leaf elements whose text is extracted, and the number under which each is reported (0–999). */
  readonly captures: ReadonlyMap<string, number>;
  /** Elements whose end completes a record, and the number of the record's kind. */
  readonly records: ReadonlyMap<string, number>;
  /** Local names of the other elements in official files; elements with any other name are reported as a deviation. */
  readonly unread?: ReadonlySet<string>;
  /** Closing tag as written, outside any record, after which a document may be cut into windows. */
  readonly cutAfter?: string;
}
