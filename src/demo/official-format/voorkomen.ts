/**
 * One version of an object in its life. Dates are `YYYY-MM-DD`; moments are local Dutch time without a zone,
 * `YYYY-MM-DDThh:mm:ss.sss`. An absent field is an absent element.
 */
export interface Voorkomen {
  /** 1 for the first version of the object, increasing. */
  readonly voorkomenidentificatie: number;
  readonly beginGeldigheid: string;
  /** Exclusive: the successor begins on the same date. */
  readonly eindGeldigheid?: string | undefined;
  readonly tijdstipRegistratie: string;
  readonly eindRegistratie?: string | undefined;
  /** Only in Inactief files: a future version that was withdrawn before its date. */
  readonly tijdstipInactief?: string | undefined;
  readonly tijdstipRegistratieLV: string;
  readonly tijdstipEindRegistratieLV?: string | undefined;
  readonly tijdstipInactiefLV?: string | undefined;
  /** Only in NietBag files: the version was never part of the BAG. */
  readonly tijdstipNietBagLV?: string | undefined;
}

export function voorkomenXml(v: Voorkomen): string {
  return (
    `<Objecten:voorkomen><Historie:Voorkomen><Historie:voorkomenidentificatie>${v.voorkomenidentificatie}</Historie:voorkomenidentificatie>` +
    `<Historie:beginGeldigheid>${v.beginGeldigheid}</Historie:beginGeldigheid>` +
    historieXml("eindGeldigheid", v.eindGeldigheid) +
    `<Historie:tijdstipRegistratie>${v.tijdstipRegistratie}</Historie:tijdstipRegistratie>` +
    historieXml("eindRegistratie", v.eindRegistratie) +
    historieXml("tijdstipInactief", v.tijdstipInactief) +
    `<Historie:BeschikbaarLV><Historie:tijdstipRegistratieLV>${v.tijdstipRegistratieLV}</Historie:tijdstipRegistratieLV>` +
    historieXml("tijdstipEindRegistratieLV", v.tijdstipEindRegistratieLV) +
    historieXml("tijdstipInactiefLV", v.tijdstipInactiefLV) +
    historieXml("tijdstipNietBagLV", v.tijdstipNietBagLV) +
    "</Historie:BeschikbaarLV></Historie:Voorkomen></Objecten:voorkomen>"
  );
}

/** Returns `<Historie:name>value</Historie:name>`, or nothing when the value is absent. */
export function historieXml(name: string, value: string | undefined): string {
  return value === undefined ? "" : `<Historie:${name}>${value}</Historie:${name}>`;
}
