/** Endpoints that make the result of a session and send it by a link. */
import { z } from "zod";
import { AppError } from "../../../base/errors.ts";
import { LANGUAGES } from "../../../base/language.ts";
import { contentTypeOf } from "../../../exports/formats.ts";
import { rootEndpoint } from "../../../http/endpoint.ts";
import { text } from "../../../http/parameters/kinds.ts";
import { isOpenedByKey } from "../../../http/pipeline/admit-session.ts";
import { TABLE_FORMATS, type TableFormat } from "../../../tables/formats.ts";
import { requirePhase } from "./session-endpoints.ts";
import { privateJson, readBodyAs, sessionOf } from "./session-request.ts";
import { writeSessionFile } from "./session-work.ts";

const MAX_NAME = 200;
const Wanted = z.strictObject({
  format: z.enum([...TABLE_FORMATS, "report"]),
  lang: z.enum(LANGUAGES).default("nl"),
  /** Heading of the report. */
  name: z
    .string()
    .transform((name) => name.slice(0, MAX_NAME))
    .optional(),
});

export type DownloadFormat = z.infer<typeof Wanted>["format"];

const FILE_HEADING = { nl: "Het bestand", en: "The file" } as const;

export const makeDownload = rootEndpoint({
  method: "POST",
  path: "/files/session/download",
  summary: "Make the result of a session",
  auth: "file",
  errors: ["not_found", "files_not_ready", "files_full", "unavailable"],
  async handler(context, _input, admission) {
    const found = sessionOf(admission);
    const { format, lang, name: heading } = await readBodyAs(context, Wanted);
    await requirePhase(context, found, "review");
    const { sessions } = context.services.exports;
    context.holdConnection();
    const report = { language: lang, fileName: heading ?? FILE_HEADING[lang] };
    const wanted = format === "report" ? report : format;
    const { name, sizeBytes: bytes } = await writeSessionFile(sessions, found, context.snapshot, wanted);
    const ticket = context.services.files.tickets.issue(`${found.session.id}/${name}`, Date.now());
    return privateJson({ url: `/files/download?ticket=${encodeURIComponent(ticket)}`, bytes });
  },
});

export const sendDownload = rootEndpoint({
  path: "/files/download",
  summary: "Download the result of a session",
  auth: "ticket",
  query: { ticket: text({ max: 300, description: "Ticket of POST /files/session/download." }) },
  errors: ["not_found"],
  handler({ services }, { ticket }) {
    const [id = "", name = ""] = services.files.tickets.fileOf(ticket, Date.now())?.split("/") ?? [];
    const session = services.exports.sessions.folders.of(id);
    const record = name === "" ? undefined : session.read();
    const file = Bun.file(session.pathOf(name));
    if (record === undefined || !isOpenedByKey(record, services.keys.find(record.keyId)) || file.size === 0) {
      throw new AppError("not_found", "The link is over: links to files last a minute.");
    }
    const extension = name.slice(name.lastIndexOf(".") + 1);
    return {
      plain: {
        sizeBytes: file.size,
        open: (range) => (range === undefined ? file : file.slice(range.first, range.last + 1)),
      },
      gzip: undefined,
      contentType:
        extension === "html" ? "text/html; charset=utf-8" : contentTypeOf(extension as TableFormat),
      etag: name,
      cacheControl: "no-store",
    };
  },
});
