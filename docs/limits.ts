/** Declares the page of limits: every limit that several pages name, from the constant or setting that sets it. */

import {
  DEFAULT_RATE_PER_MINUTE,
  MAX_MONTHLY_QUOTA,
  MAX_RATE_PER_MINUTE,
  MIN_VISITOR_RATE_PER_MINUTE,
} from "../src/accounts/api-key.ts";
import { ADDRESS_LIMITS, type AddressLimit } from "../src/accounts/counters.ts";
import { TICKET_MS } from "../src/accounts/download-ticket.ts";
import { EXPIRY_NOTICE_DAYS } from "../src/accounts/expiring-keys.ts";
import { USAGE_DAYS_KEPT } from "../src/accounts/key-store.ts";
import { NETWORKS_PER_DAY } from "../src/accounts/key-uses.ts";
import { LINK_MS } from "../src/accounts/login-link.ts";
import { MAX_KEYS } from "../src/accounts/memory/slot-table.ts";
import { SESSION_MS } from "../src/accounts/page-session.ts";
import { RESERVE_BYTES } from "../src/base/disk-space.ts";
import { MAX_JSON_DEPTH } from "../src/base/read-json.ts";
import { SETTINGS, type SettingName } from "../src/base/settings.ts";
import { MAX_AREA_VERTICES } from "../src/cli/commands/export.ts";
import { MAX_BYTES_AT_ONCE, UPLOADS_AT_ONCE } from "../src/exports/geocode/uploads.ts";
import { RECORD_RETENTION_MS } from "../src/exports/job.ts";
import { FOLDER_LIMIT } from "../src/exports/sessions/result-space.ts";
import { KEPT_MS } from "../src/exports/sessions/session-folder.ts";
import { IDLE_MS as IDLE_FILES_MS, SESSION_LIMITS } from "../src/exports/sessions/session-limits.ts";
import { MAX_VERTICES as BODY_VERTICES } from "../src/http/endpoints/exports.ts";
import { MAX_ROWS as CSV_ROWS, MAX_AT_ONCE, MAX_CSV_BYTES } from "../src/http/endpoints/geocode-csv.ts";
import { MAX_UPLOAD_BYTES } from "../src/http/endpoints/geocode-jobs.ts";
import { MAX_BODY_BYTES, MAX_URL_LENGTH } from "../src/http/pipeline/request-handler.ts";
import { GRACE_MS, IDLE_SECONDS } from "../src/http/serving/server.ts";
import { KEPT_CHANGES } from "../src/import/derive/record-changes.ts";
import { MAX_TESTED } from "../src/interfaces/location/find-line.ts";
import { MAX_LIMIT as LOCATION_RESULTS } from "../src/interfaces/location/parameters.ts";
import { MAX_SCANNED } from "../src/interfaces/ogc/collections.ts";
import { MAX_LIMIT } from "../src/interfaces/ogc/parameters.ts";
import { MAX_BATCH } from "../src/mcp/messages.ts";
import {
  CRITICAL_FREE_BYTES,
  DATA_AGE_DAYS,
  FORWARDED_SHARE,
  MANY_OPEN_FILES,
  MAX_BACKUP_AGE_MS,
  MAX_CLOCK_OFFSET_MS,
  MAX_JOB_WAIT_MS,
  NEAR_QUOTA,
} from "../src/operator/health/health-checks.ts";
import { MAX_ADDRESSES as MAX_LISTED } from "../src/pages/explorer/server/address-list.ts";
import { MIN_TOKEN_LENGTH } from "../src/pages/operator/server/admin-token.ts";
import { ABSOLUTE_MS, IDLE_MS, LOGIN_LIMITS, MAX_SESSIONS } from "../src/pages/operator/server/login.ts";
import { MAX_USES } from "../src/registry/file/use-log.ts";
import { TABLE_LIMITS } from "../src/tables/read/table-limits.ts";
import { MAX_CELL_LENGTH, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS } from "../src/tables/write/xlsx-writer.ts";
import { MAX_TILE_BYTES } from "../src/tiles/make-tile.ts";
import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from "../src/tiles/tile-layer.ts";

/** Names a bound, its size, and the answer beyond it. */
type Limit = readonly [subject: string, value: string, beyond: string];

const REFUSED_FILE = "422; of the command exit code 1";

/** Limits by the heading of their table. */
export const LIMIT_TABLES: Readonly<Record<string, readonly Limit[]>> = {
  "Requests of a key": [
    [
      "requests in a minute",
      `${count(DEFAULT_RATE_PER_MINUTE)}; \`--rate\`, up to ${count(MAX_RATE_PER_MINUTE)}`,
      "429 `rate_limited`",
    ],
    [
      "requests in a calendar month (UTC)",
      `none; \`--quota\`, up to ${count(MAX_MONTHLY_QUOTA)}`,
      "429 `quota_exceeded`",
    ],
    [
      "requests of one visitor with a browser or link key in a minute",
      `half of the key's rate, at least ${MIN_VISITOR_RATE_PER_MINUTE}; of a link key none; \`--visitor-rate\``,
      "429 `visitor_rate_limited`",
    ],
    ["messages of one call of `/mcp`", count(MAX_BATCH), "the whole batch is refused (-32600)"],
    ["different keys that one server counts", count(MAX_KEYS), "503 for new keys until a restart"],
  ],
  "Requests of a client address": [
    addressLimit("`/demo/lookup`, in a minute", "demoMinute"),
    addressLimit("`/demo/lookup`, in a day", "demoDay"),
    addressLimit("wrong tokens, in a minute", "failedTokens"),
    addressLimit(
      "the server's own pages, or interfaces of other services on the sample, without a key, in a minute",
      "pageMinute",
    ),
    addressLimit("the same, in a day", "pageDay"),
    addressLimit("tiles, in a minute; they take nothing from a key", "tilesMinute"),
    ["life of a session of these pages", time(SESSION_MS.visitor), "401"],
    ["time of a login link", time(LINK_MS), "403 `page_closed`"],
    ["life of a session by a login link", time(SESSION_MS.local), "401"],
  ],
  "Size of a request": [
    ["URL", `${count(MAX_URL_LENGTH)} characters`, "414 `url_too_long`"],
    ["body", bytes(MAX_BODY_BYTES), "413 `too_large`"],
    ["levels of lists and objects in JSON", count(MAX_JSON_DEPTH), "400 `bad_request`; of a polygon 422"],
    [
      "positions of a polygon of an export",
      `${count(BODY_VERTICES)}; in a file of the command ${count(MAX_AREA_VERTICES)}`,
      "422",
    ],
    ["zooms of tiles", `${MIN_TILE_ZOOM}–${MAX_TILE_ZOOM}`, "below: 204; above: 422"],
    [
      "features of a page of [OGC API Features](clients.md#use-it-from)",
      count(MAX_LIMIT),
      "fewer, and a link to more",
    ],
    ["features read for a filter without an index there", count(MAX_SCANNED), "400"],
    [
      "results of the [Location API](migrate-from-pdok.md#location-api)",
      count(LOCATION_RESULTS),
      "the best ones",
    ],
    ["addresses tested for a `bbox` there", count(MAX_TESTED), "those farther down the list are not found"],
    ["size of a tile before compression", bytes(MAX_TILE_BYTES), "its smallest panden are left out"],
  ],
  Connections: [
    [
      "without any traffic, also in the middle of a body",
      time(IDLE_SECONDS * 1000),
      "closed; of a body 408 `body_timeout`",
    ],
    ["running requests when the server ends", time(GRACE_MS), "closed"],
  ],
  "Files to geocode over HTTP": [
    ["rows of `/geocode/csv`", count(CSV_ROWS), "413"],
    ["file of `/geocode/csv`", bytes(MAX_CSV_BYTES), "413"],
    ["files of a key at once on a thread, `/geocode/csv`", count(MAX_AT_ONCE), "429 `rate_limited`"],
    ["file of `/geocode/jobs`", bytes(MAX_UPLOAD_BYTES), "413"],
    [
      "uploads of a key under way on one machine",
      `${UPLOADS_AT_ONCE}, together ${bytes(MAX_BYTES_AT_ONCE)}`,
      "429 `export_queue_full`",
    ],
  ],
  "The page for files": [
    ["file, rows", `${bytes(SESSION_LIMITS.fileBytes)}, ${count(SESSION_LIMITS.rows)}`, "413"],
    [
      "sessions of a client address, their files, runs at once",
      limitsOfSessions(SESSION_LIMITS.perNetwork),
      "429 `files_full`",
    ],
    [
      "sessions of a server, their files, runs at once",
      limitsOfSessions(SESSION_LIMITS.overall),
      "429 `files_full`",
    ],
    ["decisions about rows of a file", count(SESSION_LIMITS.decisions), "429 `files_full`"],
    [
      "looks at the state of a session, in a minute; the page makes half of them",
      count(ADDRESS_LIMITS.filesStateMinute.limit),
      "429 `rate_limited`",
    ],
    [
      "folder of a session",
      `${FOLDER_LIMIT.perInputByte} times its file and ${bytes(FOLDER_LIMIT.further)}`,
      "the oldest results are removed",
    ],
    ["time after the last look", time(KEPT_MS), "the session is removed"],
    [
      "time after the last look at a session without a run under way",
      time(IDLE_FILES_MS),
      "the session is removed when another needs its room",
    ],
    ["time of a link to a download", time(TICKET_MS), "404"],
  ],
  "Contents of files to geocode": [
    [
      "columns, characters of a name",
      `${count(TABLE_LIMITS.columns)}, ${count(TABLE_LIMITS.nameCharacters)}`,
      REFUSED_FILE,
    ],
    [
      "cells, empty ones included",
      `${count(TABLE_LIMITS.cells)}, or the bytes of the file where these are more`,
      REFUSED_FILE,
    ],
    ["characters of a cell", count(TABLE_LIMITS.cellCharacters), REFUSED_FILE],
    [
      "characters of a row; of CSV with separators and quotes",
      count(TABLE_LIMITS.rowCharacters),
      REFUSED_FILE,
    ],
    ["texts that the cells of a workbook share", bytes(TABLE_LIMITS.xlsxSharedTextBytes), REFUSED_FILE],
    [
      "parts of an xlsx file, unpacked",
      `${bytes(TABLE_LIMITS.xlsxSheetBytes)} for the sheet, ${bytes(TABLE_LIMITS.xlsxSharedBytes)} for shared texts, ` +
        `${bytes(TABLE_LIMITS.xlsxPartBytes)} for others`,
      REFUSED_FILE,
    ],
  ],
  "Exports and jobs": [
    ["jobs of a key that wait or run", setting("exportsPerKey"), "429 `export_queue_full`"],
    ["jobs of all keys that wait or run", setting("exportsQueued"), "429 `export_queue_full`"],
    [
      "files kept for a key: of completed jobs, uploaded for unfinished ones",
      setting("exportGbPerKey", " GB"),
      "409 `export_storage_full`; a running job fails",
    ],
    ["life of a file", setting("exportRetentionHours", " hours"), "410 `export_expired`"],
    ["life of the record of a job, after its file", time(RECORD_RETENTION_MS), "404"],
    [
      "sheet of an xlsx file that is written",
      `${count(MAX_SHEET_ROWS)} rows with the header, ${count(MAX_SHEET_COLUMNS)} columns, ${count(MAX_CELL_LENGTH)} characters a cell`,
      "an error that names the cell",
    ],
    ["addresses of a list that the [explorer](explorer.md) downloads", count(MAX_LISTED), "422"],
    [
      "free disk that jobs and commands leave",
      `${bytes(RESERVE_BYTES)}; a tenth of a disk below 1 GB`,
      "the job or command fails",
    ],
  ],
  Retention: [
    ["usage of a key by day (UTC)", days(USAGE_DAYS_KEPT), "removed"],
    ["audit, and networks of server keys", setting("auditDays", " days"), "removed"],
    ["networks of a server key told apart on a day", count(NETWORKS_PER_DAY), "counted together as `other`"],
    [
      "changes of addresses, buildings and residences",
      `the last ${KEPT_CHANGES.versions} imports and updates, and ${KEPT_CHANGES.rowsPerAddress} changes for each address, ` +
        `at least ${count(KEPT_CHANGES.minRows)}`,
      "410 `changes_gone`",
    ],
    ["registries of a data folder", setting("keepRegistries"), "the oldest is removed"],
    ["entries of `use.log`", count(MAX_USES), "the oldest is removed"],
  ],
  "Operator's pages": [
    [
      "wrong tokens of one address, in a minute from the first one",
      count(LOGIN_LIMITS.perNetwork),
      "429 for every token, the right one included",
    ],
    [
      "life of a session without use",
      time(IDLE_MS),
      "a new login; requests that a page makes by itself are no use",
    ],
    ["life of a session", time(ABSOLUTE_MS), "a new login"],
    ["sessions at a time", count(MAX_SESSIONS), "the one used least recently ends"],
    ["characters of a token of your own, at least", count(MIN_TOKEN_LENGTH), "refused at the start"],
  ],
  "Notices and alerts": [
    ["age of the last backup", time(MAX_BACKUP_AGE_MS), "notice, alert, `doctor`"],
    ["time that a job has waited", time(MAX_JOB_WAIT_MS), "notice, alert, `doctor`"],
    ["difference from the clock of PostgreSQL", time(MAX_CLOCK_OFFSET_MS), "notice, alert, `doctor`"],
    ["age of the data", days(DATA_AGE_DAYS), "notice, alert, `doctor`"],
    ["time until a key expires", days(EXPIRY_NOTICE_DAYS), "notice, alert, `doctor`"],
    ["used part of a quota", share(NEAR_QUOTA), "notice"],
    ["open files, of their limit", share(MANY_OPEN_FILES), "notice, alert"],
    ["requests with `X-Forwarded-For` from a proxy that is not trusted", share(FORWARDED_SHARE), "notice"],
    [
      "free disk",
      `${bytes(CRITICAL_FREE_BYTES)}, or less than the next import needs`,
      "notice, alert, `doctor`",
    ],
  ],
};

function addressLimit(subject: string, name: AddressLimit): Limit {
  return [subject, count(ADDRESS_LIMITS[name].limit), "429 `rate_limited`"];
}

function limitsOfSessions(limits: { sessions: number; bytes: number; runs: number }): string {
  return `${limits.sessions}, ${bytes(limits.bytes)}, ${limits.runs}`;
}

/** Returns the default of a setting, with its flag. */
function setting(name: SettingName, unit = ""): string {
  const { flag, default: value } = SETTINGS[name] as { flag: string; default?: string };
  return `${value}${unit} ([\`--${flag}\`](configuration.md))`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function share(value: number): string {
  return `${value * 100} %`;
}

function days(value: number): string {
  return `${value} days`;
}

/** Writes bytes in the first unit that divides them: GB, MB, units of 1,024, KB. */
function bytes(value: number): string {
  const units = [
    ["GB", 1e9],
    ["MB", 1e6],
    ["GiB", 1024 ** 3],
    ["MiB", 1024 ** 2],
    ["KiB", 1024],
    ["KB", 1e3],
  ] as const;
  const [unit, size] = units.find(([, size]) => value % size === 0) ?? ["bytes", 1];
  return `${count(value / size)} ${unit}`;
}

function time(ms: number): string {
  const units = [
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", 60_000],
    ["second", 1_000],
  ] as const;
  const [unit, size] = units.find(([, size]) => ms % size === 0) ?? ["millisecond", 1];
  return `${count(ms / size)} ${unit}${ms === size ? "" : "s"}`;
}
