/**
 * Lists every state of a data folder and the outcome of each command there: the table behind docs/data-folder.md, from
 * which folder-states.test.ts and folder-states.slow.test.ts make their tests.
 */
import type { FolderEntry } from "./folder-contents.ts";

const A = "registry-2021-10-15.gpkg";
const B = "registry-2021-11-15.2.gpkg";

export interface FolderState {
  /** Name as in docs/data-folder.md. */
  readonly state: string;
  /** Content of the folder, or the file in its place; undefined for no folder. */
  readonly files: Readonly<Record<string, FolderEntry>> | FolderEntry | undefined;
  /** Content of the file `current`; absent for no such file. */
  readonly current?: string;
  /** Paths that the user who runs the command may not read: `.` is the folder. */
  readonly unreadable?: readonly string[];
  /** Message of serve, update, find, export, mcp and status alike; DATA is the folder. */
  readonly message?: string;
  /** Outcome of `serve`; refused with `message` when absent. */
  readonly serve?: "serves" | "imports the sample";
  /** Outcome of `import --sample`: `done`, or the message of the refusal; refused with `message` when absent. */
  readonly sample?: string;
  /** The same for an `import` of 21 addresses. */
  readonly import?: string;
  /** File that `--yes` removes, as any publish does: older than the newest two valid ones. */
  readonly removedFile?: string;
  /** False when every import with `--yes` is refused too; they are done when absent. */
  readonly acceptsYes?: false;
}

const BEGIN = "DATA holds no registry. Make one with: baken import --download --data DATA";
const SERVE_A = `To serve ${A}: echo ${A} > DATA/current`;
const REPEAT = "repeat with --yes to replace it anyway";
const REAL = "DATA holds real data, 17 addresses of 2021-10-15";

const NEW = { message: BEGIN, serve: "imports the sample", sample: "done", import: "done" } as const;
const EMPTIED = { sample: "done", import: "done" } as const;
const SERVABLE = { serve: "serves", import: "done" } as const;

export const FOLDER_STATES: readonly FolderState[] = [
  // No registry.
  { state: "no folder", files: undefined, ...NEW },
  { state: "an empty folder", files: {}, ...NEW },
  { state: "keys and exports only", files: { "accounts.db": "accounts", exports: "folder" }, ...NEW },
  { state: "the lock of a refused import", files: { "import.lock": "empty" }, ...NEW },
  {
    state: "what a killed import of the sample left",
    files: { ".import": "folder", ".import/sample": "folder", ".import/registry.gpkg": "text" },
    ...NEW,
  },
  {
    state: "what a killed publish of the sample left",
    files: {
      ".import": "folder",
      ".import/sample": "folder",
      ".import/current": "text",
      "import.lock": "lock of a publish",
    },
    ...NEW,
  },
  {
    state: "what a killed import left",
    files: { ".import": "folder", ".import/registry.gpkg": "text" },
    message: "DATA holds no registry: an import was killed before it published",
    ...EMPTIED,
  },
  {
    state: "what a killed fetch left",
    files: { ".fetch": "folder", ".fetch/lock": "empty" },
    message: "DATA holds no registry: a fetch from --registry-source was not completed",
    ...EMPTIED,
  },
  {
    state: "downloads only",
    files: { downloads: "folder" },
    message: "DATA holds no registry: it contains only the downloads of import --download",
    ...EMPTIED,
  },
  {
    state: "registries and `current` removed",
    files: { "import.lock": "lock of a publish" },
    message: "DATA holds no registry: all registries published in it were removed",
    ...EMPTIED,
  },

  // A registry that can be served.
  { state: "serves real data", files: { [A]: "real" }, current: A, ...SERVABLE, sample: REAL },
  { state: "serves the sample", files: { [A]: "sample" }, current: A, ...SERVABLE, sample: "done" },
  { state: "serves an invented country", files: { [A]: "demo" }, current: A, ...SERVABLE, sample: "done" },
  {
    state: "`current` with white space",
    files: { [A]: "real" },
    current: ` ${A}\r\n`,
    ...SERVABLE,
    sample: REAL,
  },
  {
    state: "serves beside files that are damaged or of another schema",
    files: { [A]: "text", "registry-2021-10-15.2.gpkg": "older", "registry-2021-10-15.3.gpkg": "real" },
    current: "registry-2021-10-15.3.gpkg",
    ...SERVABLE,
    sample: REAL,
  },
  {
    state: "serves five times what is imported",
    files: { [A]: "large" },
    current: A,
    serve: "serves",
    sample: "DATA holds real data, 105 addresses",
    import: "this would replace 105 addresses of 2021-10-15 by 21; repeat with --yes",
  },

  {
    state: "serves beside a link `current.gpkg` that leads nowhere",
    files: { [A]: "real", "current.gpkg": "broken link" },
    ...{ current: A, ...SERVABLE, sample: REAL },
  },
  {
    state: "serves beside a file `current.gpkg` of yours",
    files: { [A]: "real", "current.gpkg": "text" },
    ...{ current: A, ...SERVABLE, sample: REAL },
  },

  // `current` is missing or unusable.
  {
    state: "`current` missing beside one registry",
    files: { [A]: "real" },
    message: `DATA holds ${A}, but no file current that names the one to serve. ${SERVE_A}`,
  },
  {
    state: "`current` missing beside several",
    files: { [A]: "real", [B]: "real" },
    message: `To serve ${B}, the newest of ${B}, ${A}: echo ${B} > DATA/current`,
    removedFile: A,
  },
  {
    state: "`current` missing beside one registry and a damaged one",
    ...{ files: { [A]: "real", [B]: "text" }, message: SERVE_A },
  },
  {
    state: "`current` missing beside a damaged registry",
    files: { [A]: "text" },
    message: `${A} cannot be opened: file is not a database. No other registry here can serve`,
  },
  {
    state: "`current` missing beside a registry of another name",
    files: { "mine.gpkg": "real" },
    message: "To serve mine.gpkg: echo mine.gpkg > DATA/current",
  },
  {
    state: "`current` missing beside one registry and the link `current.gpkg` to it",
    files: { [A]: "real", "current.gpkg": "link" },
    message: `DATA holds ${A}, but no file current that names the one to serve. ${SERVE_A}`,
  },
  {
    state: "`current` names the link `current.gpkg`",
    files: { [A]: "real", "current.gpkg": "link" },
    current: "current.gpkg\n",
    message: `DATA/current names current.gpkg, the link that follows it. ${SERVE_A}`,
  },
  {
    state: "`current` empty",
    ...{ files: { [A]: "real" }, current: "\n" },
    message: `current is empty. ${SERVE_A}`,
  },
  {
    state: "`current` with `./` before the name",
    files: { [A]: "real", [B]: "real" },
    current: `./${A}\n`,
    message: `DATA/current must hold a file name of the same folder, not "./${A}". ${SERVE_A}`,
    removedFile: A,
  },
  {
    state: "`current` with a path to elsewhere",
    files: { [A]: "real" },
    current: "/srv/baken/registry-2020-01-01.gpkg\n",
    message: `not "/srv/baken/registry-2020-01-01.gpkg". ${SERVE_A}`,
  },
  {
    state: "`current` with several lines",
    files: { [A]: "real" },
    current: `${A}\n${A}\n`,
    message: `must hold a file name of the same folder, not "${A}\\n${A}". ${SERVE_A}`,
  },
  {
    state: "`current` with a typing error",
    files: { [A]: "real" },
    current: "registry-2021-10-51.gpkg\n",
    message: `DATA/current names registry-2021-10-51.gpkg, which is not there. ${SERVE_A}`,
  },
  {
    state: "`current` is a folder",
    files: { [A]: "real", current: "folder" },
    message: `DATA/current is a folder. To serve ${A}: mv DATA/current DATA/current.moved && echo ${A} > DATA/current`,
    acceptsYes: false,
  },
  {
    state: "`current` is a registry",
    files: { current: "real" },
    ...{ message: "DATA/current has ", acceptsYes: false },
  },
  {
    state: "`current` is a link to a registry",
    files: { [A]: "real", current: "link" },
    message: `To serve ${A}: rm DATA/current && echo ${A} > DATA/current`,
  },
  {
    state: "`current` may not be read",
    files: { [A]: "real" },
    current: A,
    unreadable: ["current"],
    message: "DATA/current cannot be read: EACCES",
    acceptsYes: false,
  },

  // `current` names a registry that cannot be served.
  {
    state: "the registry is gone, and `current` names it",
    files: {},
    current: A,
    message: `DATA/current names ${A}, which is not there. No other registry here can serve`,
  },
  {
    state: "no database",
    files: { [A]: "text" },
    current: A,
    message: `DATA/${A} cannot be opened: file is not a database`,
  },
  {
    state: "no database, next to an earlier registry",
    files: { [A]: "real", [B]: "text" },
    current: B,
    message: `DATA/${B} cannot be opened: file is not a database. ${SERVE_A}`,
  },
  {
    state: "a registry that is cut off",
    files: { [A]: "cut off" },
    current: A,
    message: `DATA/${A} cannot be opened: database disk image is malformed`,
  },
  { state: "an empty file", files: { [A]: "empty" }, current: A, message: `DATA/${A} is empty` },
  {
    state: "another database",
    files: { [A]: "database" },
    current: A,
    message: `DATA/${A} is a database, but not a registry`,
  },
  {
    state: "a registry that lacks what it must have",
    files: { [A]: "incomplete" },
    current: A,
    message: `DATA/${A} cannot be opened: `,
  },
  { state: "a folder in its place", files: { [A]: "folder" }, current: A, message: `DATA/${A} is a folder` },
  {
    state: "the registry may not be read",
    files: { [A]: "real" },
    current: A,
    unreadable: [A],
    message: `DATA/${A} cannot be read: EACCES`,
    acceptsYes: false,
  },
  {
    state: "an older schema",
    files: { [A]: "older" },
    current: A,
    message: `DATA/${A} has registry schema 1; this baken reads schema`,
    ...{ sample: REAL, import: "done" },
  },
  {
    state: "an older schema with five times what is imported",
    files: { [A]: "older and large" },
    current: A,
    message: "import again (existing files are kept)",
    sample: "DATA holds real data, 105 addresses",
    import: "this would replace 105 addresses of 2021-10-15 by 21; repeat with --yes",
  },
  {
    state: "an older schema that does not say whether it is test data",
    files: { [A]: "older and silent" },
    current: A,
    ...{ message: "import again (existing files are kept)", sample: REPEAT, import: REPEAT },
  },
  {
    state: "an invented country of an older schema",
    files: { [A]: "older demo" },
    current: A,
    ...{ message: "import again (existing files are kept)", sample: "done", import: "done" },
  },
  {
    state: "a newer schema",
    files: { [A]: "newer" },
    current: A,
    message: `DATA/${A} has registry schema 999; this baken reads schema`,
    ...{ sample: REAL, import: "done" },
  },

  // The folder itself is unusable.
  {
    state: "a file in place of the folder",
    files: "text",
    message: "the data folder DATA cannot be read: ENOTDIR",
    acceptsYes: false,
  },
  {
    state: "the folder may not be read",
    files: { [A]: "real" },
    current: A,
    unreadable: ["."],
    message: "the data folder DATA cannot be read: EACCES",
    acceptsYes: false,
  },
];
