import { createDraft } from "../../base/draft-file.ts";
import { AppError, codeOf } from "../../base/errors.ts";
import { EXPORT_FORMATS } from "../../exports/formats.ts";
import { type ExportRequest, writeAddresses } from "../../exports/write-addresses.ts";
import type { AdresFilter } from "../../registry/adres-filter.ts";
import { type AreaCondition, checkFilter } from "../../registry/check-filter.ts";
import { ADDRESSABLE_TYPES } from "../../registry/object-types.ts";
import type { Snapshot } from "../../registry/snapshot.ts";
import { defineCommand } from "../command.ts";
import { draftFault } from "../draft-fault.ts";
import { printNote } from "../output.ts";
import { createStderrProgress } from "../progress.ts";
import { openServedRegistry } from "../served-registry.ts";

export const exportAddresses = defineCommand({
  name: "export",
  summary: "Write addresses as CSV or JSON to a file or standard output.",
  flags: {
    format: {
      type: "text",
      placeholder: "FORMAT",
      choices: EXPORT_FORMATS,
      description: "File format. Default csv.",
    },
    "postcode-area": {
      type: "text",
      placeholder: "1382",
      description: "Only addresses whose postcode begins with these four digits.",
    },
    "gemeente-code": {
      type: "text",
      placeholder: "0457",
      description: "Only addresses in the gemeente with this code.",
    },
    "woonplaats-id": {
      type: "text",
      placeholder: "3631",
      description: "Only addresses in the woonplaats with this identificatie.",
    },
    "provincie-naam": {
      type: "text",
      placeholder: "NAME",
      description: "Only addresses in the provincie with this name or two-letter code.",
    },
    type: {
      type: "text",
      placeholder: "TYPE",
      choices: ADDRESSABLE_TYPES,
      description: "Only addresses of this type of object.",
    },
    out: { type: "text", placeholder: "FILE", description: "File to write. Default: standard output." },
  },
  settings: ["data"],
  async run({ flags, settings }) {
    const { format = "csv", type, out } = flags;
    const requestedFilter: AdresFilter = {
      ...parseFourDigits("postcodegebied", "postcode-area", flags["postcode-area"]),
      ...parseFourDigits("gemeenteCode", "gemeente-code", flags["gemeente-code"]),
      ...parseFourDigits("woonplaatsId", "woonplaats-id", flags["woonplaats-id"]),
      ...(flags["provincie-naam"] !== undefined && { provincieNaam: flags["provincie-naam"] }),
      ...(type !== undefined && { type }),
    };
    const { registry, snapshot } = openServedRegistry(settings.data);
    try {
      const { filter, unknown } = checkFilter(snapshot, requestedFilter);
      const faults = Array.from(unknown, ([condition, existing]) => {
        return `${AREA_FLAGS[condition]} "${requestedFilter[condition]}" does not exist. ${existing}`;
      });
      if (faults.length > 0) {
        throw new AppError("usage", faults.join(" "));
      }
      const write = out === undefined ? writeToStdout : writeToFile(out);
      const records = await createStderrProgress().stage("export addresses", () =>
        write(snapshot, { filter, format }),
      );
      printNote(`${records.toLocaleString("en")} addresses of ${snapshot.meta.referenceDate}.`);
    } finally {
      registry.close();
    }
  },
});

function parseFourDigits<Name extends string>(name: Name, flag: string, text: string | undefined) {
  if (text === undefined) {
    return {};
  }
  if (!/^\d{4}$/.test(text)) {
    throw new AppError("usage", `--${flag} must be four digits, not "${text}".`);
  }
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
      throw draftFault(path, cause);
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
async function writeToStdout(snapshot: Snapshot, request: ExportRequest): Promise<number> {
  const outputClosed = new AbortController();
  let records = 0;
  process.stdout.on("error", (error) => outputClosed.abort(error));
  try {
    return await writeAddresses(snapshot, request, {
      write: (bytes) => new Promise((resolve) => process.stdout.write(bytes, () => resolve(undefined))),
      onProgress(written) {
        records = written;
      },
      signal: outputClosed.signal,
    });
  } catch (error) {
    if (codeOf(error) === "EPIPE") {
      return records;
    }
    throw error;
  }
}
