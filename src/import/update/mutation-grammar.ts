/**
 * Declares what is extracted from a mutation file; derived from the declarations of the object types, as for an
 * extract.
 */
import { TYPE_CODES } from "../../registry/schema/object-types.ts";
import { BAG_NAMESPACES, UNREAD_ELEMENTS } from "../extract/bag-namespaces.ts";
import { objectCaptures, objectPath, SLOT, SLOTS_PER_TYPE, VOORKOMEN } from "../extract/extract-grammar.ts";
import { PERIOD_PATHS } from "../extract/extract-header.ts";
import type { XmlGrammar } from "../xml/xml-grammar.ts";

const MESSAGE = "mlm:bagMutaties";
const GROUP = `${MESSAGE}/ml:mutatieBericht/ml:mutatieGroep`;
const OBJECT_TYPE = `${MESSAGE}/ml:mutatieBericht/ml:inhoud/ml:objectTypen/ml:objectType`;

export const MUTATION_KINDS = ["toevoeging", "wijziging", "verwijdering"] as const;

/** Positions of a voorkomen in a mutation: before (`was`) or after (`wordt`) the change. */
export const VOORKOMEN_POSITIONS = [
  { kind: "toevoeging", side: "wordt" },
  { kind: "wijziging", side: "was" },
  { kind: "wijziging", side: "wordt" },
  { kind: "verwijdering", side: "was" },
] as const;

/**
 * Kinds of records. Below `mutation`: a voorkomen of type `kind % TYPE_CODES.length` at
 * `VOORKOMEN_POSITIONS[floor(kind / TYPE_CODES.length)]`. From `mutation` up to `group`: the end of a mutation of the
 * kind `MUTATION_KINDS[kind - mutation]`.
 */
export const RECORD = { mutation: 100, group: 200, info: 201, objectType: 202 } as const;

/** Captures of the file's header; those of objects have lower numbers. */
export const INFO = { date: 999, from: 998, to: 997 } as const;

const BAG_OBJECT_PATHS = VOORKOMEN_POSITIONS.map(
  ({ kind, side }) => `${GROUP}/ml:${kind}/ml:${side}/mlm:bagObject`,
);

export const MUTATION_GRAMMAR: XmlGrammar = {
  namespaces: BAG_NAMESPACES,
  captures: new Map([
    ...BAG_OBJECT_PATHS.flatMap((path) =>
      TYPE_CODES.flatMap((code, type): [string, number][] => [
        ...objectCaptures(code, path),
        [
          `${objectPath(code, path)}/${VOORKOMEN}/Historie:BeschikbaarLV/Historie:tijdstipRegistratieLV`,
          type * SLOTS_PER_TYPE + SLOT.registeredLv,
        ],
      ]),
    ),
    [`${MESSAGE}/mlm:bagInfo/${PERIOD_PATHS.date}`, INFO.date],
    [`${MESSAGE}/mlm:bagInfo/${PERIOD_PATHS.from}`, INFO.from],
    [`${MESSAGE}/mlm:bagInfo/${PERIOD_PATHS.to}`, INFO.to],
  ]),
  records: new Map([
    ...BAG_OBJECT_PATHS.flatMap((path, position) =>
      TYPE_CODES.map((code, type): [string, number] => [
        objectPath(code, path),
        position * TYPE_CODES.length + type,
      ]),
    ),
    ...MUTATION_KINDS.map((kind, i): [string, number] => [`${GROUP}/ml:${kind}`, RECORD.mutation + i]),
    [GROUP, RECORD.group],
    [`${MESSAGE}/mlm:bagInfo`, RECORD.info],
    [OBJECT_TYPE, RECORD.objectType],
  ]),
  unread: UNREAD_ELEMENTS,
  cutAfter: "</ml:mutatieGroep>",
};
