/** Determines what exists in an extract a second time: with saxes, without the importer's code. */
import { SaxesParser } from "saxes";
import { readEntries } from "../extracts/read-delivery.ts";

/** Texts of the voorkomen in force, by local element name. */
export type ObjectTexts = ReadonlyMap<string, string>;

export const MAIN_FILE = /^\d{4}(WPL|OPR|NUM|VBO|LIG|STA|PND)\d{8}-\d{6}\.xml$/;
export const ENDED = /ingetrokken|gesloopt|^Niet gerealiseerd|ten onrechte opgevoerd/;

/** Returns the objects in force and not ended on `date` (YYYY-MM-DD), by type and identificatie. */
export function listExisting(zip: Buffer, date: string): Map<string, Map<string, ObjectTexts>> {
  const existing = new Map<string, Map<string, ObjectTexts>>();
  for (const { name, bytes } of readEntries(zip)) {
    const type = MAIN_FILE.exec(name)?.[1];
    if (type === undefined) {
      continue;
    }
    const inForce = existing.get(type) ?? new Map<string, ObjectTexts>();
    existing.set(type, inForce);
    forEachVoorkomen(bytes.toString("utf8"), (texts) => {
      const isInForce =
        texts.get("beginGeldigheid")! <= date && date < (texts.get("eindGeldigheid") ?? "9999");
      const previous = inForce.get(texts.get("identificatie")!);
      const number = (object: ObjectTexts) => Number(object.get("voorkomenidentificatie"));
      if (isInForce && (previous === undefined || number(previous) < number(texts))) {
        inForce.set(texts.get("identificatie")!, texts);
      }
    });
  }
  for (const objects of existing.values()) {
    for (const [id, texts] of objects) {
      if (ENDED.test(texts.get("status")!)) {
        objects.delete(id);
      }
    }
  }
  return existing;
}

/** Visits every voorkomen of a file; repeated elements keep their last text. */
export function forEachVoorkomen(xml: string, visit: (texts: ObjectTexts) => void): void {
  const parser = new SaxesParser();
  let texts = new Map<string, string>();
  let text = "";
  parser.on("opentag", ({ name }) => {
    if (name === "sl:stand") {
      texts = new Map();
    }
    text = "";
  });
  parser.on("text", (part) => {
    text += part;
  });
  parser.on("closetag", ({ name }) => {
    if (name === "sl:stand") {
      visit(texts);
    } else if (text !== "") {
      texts.set(name.slice(name.indexOf(":") + 1), text);
    }
    text = "";
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
}
