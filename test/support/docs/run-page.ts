/**
 * Runs the samples of a page as a reader does: in one shell, in order, in a folder of their own, with a server that
 * serves the sample of a first run.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWeespFolder } from "../countries/import-data-folders.ts";
import { copyCountry } from "../countries/shared-countries.ts";
import { writeDeliveryTo } from "../extracts/delivery-builder.ts";
import { BAKEN, collectOutcome, start } from "../processes/baken-process.ts";
import { freePort } from "../processes/free-port.ts";
import { issueKey } from "../servers/serve-process.ts";
import { type Block, ROOT } from "./blocks.ts";
import { differenceOf } from "./compare-output.ts";

/** Commands that run a file in the page's folder, by language. Python is Debian's, which has only its own packages. */
const COMMANDS: Readonly<Record<string, (file: string) => string>> = {
  sh: (file) => `. "${file}"`,
  js: (file) => `node "${file}"`,
  ts: (file) => `run-typescript "${file}"`,
  python: (file) => `/usr/bin/python3 "${file}"`,
  ruby: (file) => `ruby "${file}"`,
};
const EXTENSIONS: Readonly<Record<string, string>> = {
  sh: "sh",
  js: "mjs",
  ts: "ts",
  python: "py",
  ruby: "rb",
};
/** Languages of blocks that show output. */
const OUTPUTS = ["text", "json"];
/** Maximum time for a page. */
const PAGE_MS = 100_000;
/** Statuses of HTTP that a line above a block may announce. */
const ANNOUNCED = /\b(30[1-48]|4(?:0[0-9]|1[0-9]|2[0-9]))\b/;
/** Requests, and commands of an installed service. */
const USES_SERVER = /BAKEN_URL|BAKEN_KEY|^(sudo )?baken(ctl)? /m;
const SETS_URL = /^(export )?BAKEN_URL=.*$/gm;

/** Returns true for a block that is run, false for data. */
export function isProgram({ language }: Block): boolean {
  return language in COMMANDS;
}

/** Returns a data folder as `baken import --sample` makes it, which the caller removes. */
function makeSampleFolder(): Promise<string> {
  return copyCountry("sample", async (dataDir) => {
    const words = [BAKEN, "import", "--sample", "--history", "full", "--data", dataDir];
    const { exitCode, stderr } = await collectOutcome(start(words));
    if (exitCode !== 0) {
      throw new Error(stderr);
    }
  });
}

/** Folder of a page, and the folder with the programs of its shell. */
interface Place {
  readonly work: string;
  readonly folder: string;
  readonly port: number;
  readonly adminPort: number;
}

/** Runs the programs of a page except the exceptions; returns a sentence for each fault. */
export async function runPage(blocks: readonly Block[], isException: (block: Block) => boolean) {
  const programs = blocks.filter((block) => isProgram(block) && !isException(block));
  const place = await openPlace(programs.some(({ code }) => code.includes("baken update ")));
  try {
    if (programs.some(({ code }) => USES_SERVER.test(code))) {
      await serveFirst(place);
    }
    await runShell(place, programs);
    return programs.flatMap((block, i) => {
      const output = blocks[blocks.indexOf(block) + 1];
      const fault = faultOf(place, i, { block, output });
      return fault === undefined ? [] : [`${block.place}: ${fault}`];
    });
  } finally {
    stopServer(place);
    rmSync(place.work, { recursive: true });
  }
}

const WEESP = {
  woonplaats: "3631",
  gemeente: "0457",
  begindatum: "2001-01-01",
  status: "definitief",
} as const;

/** Writes the deliveries of docs/update.md: two days of the country, in which nothing of Weesp changed. */
function writeDeliveries(folder: string): void {
  mkdirSync(folder);
  for (const day of [15, 16]) {
    const [from, to] = [`2021-10-${day}`, `2021-10-${day + 1}`];
    const path = join(folder, `BAGNLDM-${day}102021-${day + 1}102021.zip`);
    writeDeliveryTo(path, { from, to, relaties: [WEESP] });
  }
}

async function openPlace(needsExtract: boolean): Promise<Place> {
  const work = mkdtempSync(join(tmpdir(), "baken-page-"));
  chmodSync(work, 0o755);
  const place = { work, folder: join(work, "page"), port: freePort(), adminPort: freePort() };
  for (const name of ["page", "bin", "blocks", "answers", "backups/baken"]) {
    mkdirSync(join(work, name), { recursive: true });
  }
  const data = await (needsExtract ? makeWeespFolder() : makeSampleFolder());
  cpSync(data, join(place.folder, "data"), { recursive: true });
  rmSync(data, { recursive: true });
  cpSync(join(ROOT, "examples"), join(place.folder, "examples"), { recursive: true });
  // The folder is a project into which npm installs; the link is a package that a sample needs.
  writeFileSync(join(place.folder, "package.json"), "{}");
  mkdirSync(join(work, "node_modules"));
  symlinkSync(join(ROOT, "node_modules/node-geocoder"), join(work, "node_modules/node-geocoder"));
  for (const name of ["docs", "deploy"]) {
    symlinkSync(join(ROOT, name), join(place.folder, name));
  }
  writeDeliveries(join(place.folder, "deliveries"));
  writePrograms(place);
  return place;
}

/**
 * Writes commands that must differ from a reader's: baken with a port of its own, curl that records answers, and the
 * commands of an installed service, which is the page's server here.
 */
function writePrograms(place: Place): void {
  const { work, folder } = place;
  const scripts = {
    baken: bakenScript(place),
    bakenctl: `#!/bin/sh\nBAKEN_DATA=${folder}/data exec baken "$@"\n`,
    curl: `#!/bin/sh\nexec /usr/bin/curl --silent --show-error --dump-header "${work}/answers/$$" "$@"\n`,
    initdb: `#!/bin/sh -eu\nmkdir -p "$2"\n${AS_POSTGRES("initdb")}`,
    postgres: `#!/bin/sh -eu\n${AS_POSTGRES("postgres")}`,
    "run-typescript": `#!/bin/sh -eu
${ROOT}/node_modules/.bin/tsc --noEmit --strict --noUncheckedIndexedAccess --target esnext --module esnext \\
  --moduleResolution bundler --moduleDetection force --skipLibCheck --typeRoots ${ROOT}/node_modules/@types \\
  --types node "$1"
exec ${process.execPath} --no-env-file "$1"
`,
    sudo: '#!/bin/sh\n[ "$1" != -u ] || shift 2\nexec "$@"\n',
    systemctl: `#!/bin/sh -eu
case "$1 $2" in
  "stop baken") ${STOP(work)} ;;
  "start baken") bakenctl serve ;;
  "status baken") kill -0 "$(cat ${work}/server.pid)" ;;
  *) echo "not a command for samples: systemctl $*" >&2; exit 1 ;;
esac
`,
  };
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(work, "bin", name), text);
    chmodSync(join(work, "bin", name), 0o755);
  }
  symlinkSync(join(ROOT, "node_modules/node/bin/node"), join(work, "bin/node"));
  symlinkSync(join(work, "bin/baken"), join(folder, "baken"));
}

/** PostgreSQL refuses to run as root; a reader is an ordinary user. */
const AS_POSTGRES = (program: string) => `program=$(ls /usr/lib/postgresql/*/bin/${program} | tail -1)
[ "$(id -u)" = 0 ] || exec "$program" "$@"
chown postgres "$2"
exec setpriv --reuid=postgres --regid=postgres --clear-groups "$program" "$@"
`;

/** Ends the server of the page. */
const STOP = (work: string) => `
  if [ -e ${work}/server.pid ]; then
    kill "$(cat ${work}/server.pid)"
    while kill -0 "$(cat ${work}/server.pid)" 2>/dev/null; do sleep 0.05; done
    rm ${work}/server.pid
  fi`;

/**
 * Returns the script of `baken`. A server without `--port` replaces the page's server; the shell goes on once it
 * listens. Folders of an installed service become folders of the page.
 */
function bakenScript({ work, folder, port, adminPort }: Place): string {
  return `#!/bin/sh -eu
for word; do
  shift
  case "$word" in
    /var/lib/baken*) word="${folder}/data\${word#/var/lib/baken}" ;;
    /var/backups*) word="${work}\${word#/var}" ;;
  esac
  set -- "$@" "$word"
done
case " $* " in
  *" --port "* | *" --help "*) ;;
  " serve "*)
    ${STOP(work)}
    "${BAKEN}" "$@" --port ${port} --admin-port ${adminPort} >${work}/server.log 2>&1 </dev/null &
    echo $! >${work}/server.pid
    until grep -q "^Listening on" ${work}/server.log; do
      kill -0 "$(cat ${work}/server.pid)" || { cat ${work}/server.log >&2; exit 1; }
      sleep 0.05
    done
    cat ${work}/server.log
    exit ;;
  " log "*) set -- "$@" --admin-port ${adminPort} ;;
esac
exec "${BAKEN}" "$@"
`;
}

async function serveFirst({ work, folder }: Place): Promise<void> {
  const child = Bun.spawn([join(work, "bin/baken"), "serve", "--threads", "1"], {
    cwd: folder,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
    env: environmentOf(work),
  });
  if ((await child.exited) !== 0) {
    throw new Error(await new Response(child.stderr).text());
  }
}

function stopServer({ work }: Place): void {
  const file = join(work, "server.pid");
  if (existsSync(file)) {
    // A server that the page started has ended with its process group.
    Bun.spawnSync(["kill", "-KILL", readFileSync(file, "utf8").trim()], { stderr: "ignore" });
  }
}

function environmentOf(work: string) {
  return {
    // Port of servers that samples start.
    PORT: String(freePort()),
    PATH: `${join(work, "bin")}:${process.env.PATH}:/usr/sbin`,
    HOME: work,
    // Programs with a window must not open it.
    QT_QPA_PLATFORM: "offscreen",
    LC_ALL: "C.UTF-8",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    npm_config_cache: join(work, "npm"),
  };
}

/** Runs the blocks in one shell, each with its output in a file. The shell ends at the first one that fails. */
async function runShell({ work, folder, port }: Place, programs: readonly Block[]): Promise<void> {
  const steps = programs.map(({ language, code }, i) => {
    // A module of another language is in the page's folder, where it finds installed packages.
    const file = join(language === "sh" ? `${work}/blocks` : folder, `block-${i}.${EXTENSIONS[language]}`);
    writeFileSync(file, code.replaceAll(SETS_URL, `$1BAKEN_URL=http://127.0.0.1:${port}`));
    const output = `${work}/blocks/${i}`;
    return `${COMMANDS[language]!(file)} >${output}.out 2>${output}.err
mkdir ${work}/answers-${i}
find ${work}/answers -type f -exec mv -t ${work}/answers-${i} {} +
`;
  });
  writeFileSync(join(work, "page.sh"), steps.join(""));
  const key = issueKey(join(folder, "data"), { name: "samples" });
  // In a group of its own, so that what it started in the background ends with it.
  const child = Bun.spawn(["setsid", "bash", "-eu", join(work, "page.sh")], {
    cwd: folder,
    stdin: new TextEncoder().encode(`${key}\n`),
    stdout: "ignore",
    stderr: "ignore",
    // The two variables of docs/start.md and docs/use.md, which other pages use.
    env: { ...environmentOf(work), BAKEN_URL: `http://127.0.0.1:${port}`, BAKEN_KEY: key },
    timeout: PAGE_MS,
  });
  await child.exited;
  Bun.spawnSync(["kill", "-KILL", "--", `-${child.pid}`], { stderr: "ignore" });
}

interface Ran {
  readonly block: Block;
  /** Block below it. */
  readonly output: Block | undefined;
}

/** Returns a sentence that says how a block failed; undefined when it did what the page says. */
function faultOf({ work }: Place, i: number, { block, output }: Ran): string | undefined {
  const read = (end: string) =>
    existsSync(`${work}/blocks/${i}.${end}`) ? readFileSync(`${work}/blocks/${i}.${end}`, "utf8") : undefined;
  const printed = read("out");
  if (printed === undefined) {
    return "was not reached";
  }
  if (!existsSync(`${work}/answers-${i}`)) {
    return `failed: ${read("err")}${printed}`.slice(0, 2_000);
  }
  const answers = readdirSync(`${work}/answers-${i}`).map((name) =>
    readFileSync(`${work}/answers-${i}/${name}`, "utf8"),
  );
  const announced = ANNOUNCED.exec(block.before)?.[1];
  const faults = answers.flatMap((headers) => faultOfAnswer(headers, announced) ?? []);
  if (faults.length > 0) {
    return `${faults.join(", ")}: ${printed}${read("err")}`.slice(0, 2_000);
  }
  return output?.followsBlock && OUTPUTS.includes(output.language)
    ? differenceOf(output.language, output.code, printed)
    : undefined;
}

function faultOfAnswer(headers: string, announced: string | undefined): string | undefined {
  // After a redirect, the answer that curl ended with.
  const status = [...headers.matchAll(/^HTTP\/\S+ (\d+)/gm)].at(-1)?.[1];
  if (status === announced) {
    return undefined;
  }
  if (!status?.startsWith("2")) {
    return `status ${status ?? "missing"}`;
  }
  return /^content-length: 0\r?$/im.test(headers) ? "an empty answer" : undefined;
}
