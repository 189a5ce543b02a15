import { AppError } from "../../base/errors.ts";
import { createDraft, DRAFT } from "../../exports/draft-file.ts";
import { EXPORT_FORMATS } from "../../exports/formats.ts";
import { type ExportRequest, writeAddresses } from "../../exports/write-addresses.ts";
import type { AdresFilter } from "../../registry/adres-filter.ts";
import { type AreaCondition, checkFilter } from "../../registry/check-filter.ts";
import { ADDRESSABLE_TYPES } from "../../registry/object-types.ts";
import type { Snapshot } from "../../registry/snapshot.ts";
import { command } from "../command.ts";
import { printNote } from "../output.ts";
import { standardProgress } from "../progress.ts";
import { openServed } from "../served-registry.ts";

export const exportAddresses = command({
  name: "export",
  summary: "Write addresses as CSV or JSON to a file or standard output.",
  flags: {
    format: {
      type: "text",
      placeholder: "FORMAT",
      choices: EXPORT_FORMATS,
      sentence: "How to write them. Default csv.",
    },
    "postcode-area": {
      type: "text",
      placeholder: "1382",
      sentence: "Only postcodes that begin with these four digits.",
    },
    "gemeente-code": { type: "text", placeholder: "0457", sentence: "Only the gemeente with this code." },
    "woonplaats-id": {
      type: "text",
      placeholder: "3631",
      sentence: "Only the woonplaats with this identificatie.",
    },
    "provincie-naam": {
      type: "text",
      placeholder: "NAME",
      sentence: "Only the provincie with this name or these two letters.",
    },
    type: {
      type: "text",
      placeholder: "TYPE",
      choices: ADDRESSABLE_TYPES,
      sentence: "Only addresses of this kind of object.",
    },
    out: { type: "text", placeholder: "FILE", sentence: "Where to write; standard output when absent." },
  },
  settings: ["data"],
  async run({ flags, settings }) {
    const { format = "csv", type, out } = flags;
    const asked: AdresFilter = {
      ...fourDigits("postcodegebied", "postcode-area", flags["postcode-area"]),
      ...fourDigits("gemeenteCode", "gemeente-code", flags["gemeente-code"]),
      ...fourDigits("woonplaatsId", "woonplaats-id", flags["woonplaats-id"]),
      ...(flags["provincie-naam"] !== undefined && { provincieNaam: flags["provincie-naam"] }),
      ...(type !== undefined && { type }),
    };
    const { registry, snapshot } = openServed(settings.data);
    try {
      const { filter, unknown } = checkFilter(snapshot, asked);
      const faults = Array.from(unknown, ([condition, existing]) => {
        return `${AREA_FLAGS[condition]} "${asked[condition]}" does not exist. ${existing}`;
      });
      if (faults.length > 0) throw new AppError("usage", faults.join(" "));
      const write = out === undefined ? writeToOutput : writeToFile(out);
      const records = await standardProgress().stage("export addresses", () =>
        write(snapshot, { filter, format }),
      );
      printNote(`${records.toLocaleString("en")} addresses of ${snapshot.meta.referenceDate}.`);
    } finally {
      registry.close();
    }
  },
});

function fourDigits<Name extends string>(name: Name, flag: string, text: string | undefined) {
  if (text === undefined) return {};
  if (!/^\d{4}$/.test(text)) throw new AppError("usage", `--${flag} must be four digits, not "${text}".`);
  return { [name]: text } as { [K in Name]: string };
}

const AREA_FLAGS = {
  provincieNaam: "--provincie-naam",
  gemeenteCode: "--gemeente-code",
  woonplaatsId: "--woonplaats-id",
} as const satisfies Record<AreaCondition, string>;

function writeToFile(path: string) {
  return async (snapshot: Snapshot, request: ExportRequest): Promise<number> => {
    const draft = await createDraft(path).catch((cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === "EEXIST"
          ? `${path}${DRAFT} exists. Remove it if no other export is under way`
          : `${path} cannot be written: ${cause.message}`;
      throw new AppError("unavailable", `${reason}.`, { cause });
    });
    try {
      const records = await writeAddresses(snapshot, request, draft);
      await draft.publish();
      return records;
    } finally {
      await draft.close();
    }
  };
}

/** Writes to standard output; a reader that stops reading (`| head`) ends the export without an error. */
async function writeToOutput(snapshot: Snapshot, request: ExportRequest): Promise<number> {
  const closed = new AbortController();
  let records = 0;
  process.stdout.on("error", (error) => closed.abort(error));
  try {
    return await writeAddresses(snapshot, request, {
      write: (bytes) => new Promise((resolve) => process.stdout.write(bytes, () => resolve(undefined))),
      onProgress(written) {
        records = written;
      },
      signal: closed.signal,
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EPIPE") return records;
    throw error;
  }
}
