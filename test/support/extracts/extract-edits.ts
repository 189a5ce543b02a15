/** Makes extracts that differ from the small country's in one place. */
import type { BagObject, DeliveredType } from "../../../tools/country/official-format/objects.ts";
import { NATIONAL } from "../countries/small-country.ts";
import type { ExtractSpec } from "./extract-builder.ts";
import type { ZipPart } from "./zip-maker.ts";

export const xmlOf = (type: string) => `9999${type}08032024-000001.xml`;
export const zipOf = (type: string) => `9999${type}08032024.zip`;

/** Returns the extract with one entry changed or left out. */
export function withEntry(name: string, change: (part: ZipPart) => ZipPart | undefined): ExtractSpec {
  return { ...NATIONAL, alter: (part) => (part.name === name ? change(part) : part) };
}

/** Returns the extract with a text replaced once in one XML file. Throws an Error when `from` does not occur in it. */
export function withXml(type: string, from: string, to: string | Buffer): ExtractSpec {
  return withEntry(xmlOf(type), (part) => {
    const at = part.content.indexOf(from);
    if (at < 0) {
      throw new Error(`${type} holds no ${from}`);
    }
    const rest = part.content.subarray(at + Buffer.byteLength(from));
    return { ...part, content: Buffer.concat([part.content.subarray(0, at), Buffer.from(to), rest]) };
  });
}

export function withoutType(type: DeliveredType): ExtractSpec {
  return { ...NATIONAL, objects: NATIONAL.objects.filter((object) => object.type !== type) };
}

export function withObjects(change: (objects: readonly BagObject[]) => readonly BagObject[]): ExtractSpec {
  return { ...NATIONAL, objects: change(NATIONAL.objects) };
}

export const inZip = (type: string) => `${zipOf(type)} > ${xmlOf(type)}`;
