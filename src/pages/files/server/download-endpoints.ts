/** Endpoints that make the result of a session and send it by a link. */
import { z } from "zod";
import { AppError } from "../../../base/errors.ts";
import { contentTypeOf } from "../../../exports/formats.ts";
import { readDecisions } from "../../../exports/sessions/decisions.ts";
import { rootEndpoint } from "../../../http/endpoint.ts";
import { text } from "../../../http/parameters/kinds.ts";
import { TABLE_FORMATS, type TableFormat } from "../../../tables/formats.ts";
import { LANGUAGES } from "../../kit/server/preferences.ts";
import { requirePhase } from "./session-endpoints.ts";
import { privateJson, readBodyAs } from "./session-request.ts";
import { writeSessionFile } from "./session-work.ts";

const MAX_NAME = 200;
const Wanted = z.strictObject({
  format: z.enum([...TABLE_FORMATS, "report"]),
  lang: z.enum(LANGUAGES).default("nl"),
  /** Heading of the report. */
  name: z.string().max(MAX_NAME).optional(),
});

const FILE_HEADING = { nl: "Het bestand", en: "The file" } as const;

export const makeDownload = rootEndpoint({
  method: "POST",
  path: "/files/session/download",
  summary: "Make the result of a session",
  auth: "page",
  errors: ["not_found", "files_not_ready", "unavailable"],
  async handler(context) {
    const { format, lang, name: heading } = await readBodyAs(context, Wanted);
    const found = await requirePhase(context, "review");
    const { sessions } = context.services.exports;
    context.holdConnection();
    const { revision } = readDecisions(found.session);
    const isReport = format === "report";
    const write = isReport ? { language: lang, fileName: heading ?? FILE_HEADING[lang] } : format;
    // A file that is being sent does not change: each request writes one of its own.
    const name = `result-${revision}-${crypto.randomUUID()}.${isReport ? "html" : format}`;
    const bytes = await writeSessionFile(sessions, found, context.snapshot, { write, name });
    found.session.removeResultsBefore(name);
    const ticket = context.services.files.tickets.issue(`${found.session.id}/${name}`, Date.now());
    return privateJson({ url: `/files/download?ticket=${encodeURIComponent(ticket)}`, bytes });
  },
});

export const sendDownload = rootEndpoint({
  path: "/files/download",
  summary: "Download the result of a session",
  auth: "page",
  query: { ticket: text({ max: 300, description: "Ticket of POST /files/session/download." }) },
  errors: ["not_found"],
  handler({ services }, { ticket }) {
    const [id = "", name = ""] = services.files.tickets.fileOf(ticket, Date.now())?.split("/") ?? [];
    const path = services.exports.sessions.folders.of(id).pathOf(name);
    const file = Bun.file(path);
    if (name === "" || file.size === 0) {
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
