import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { ACCOUNTS_SETTINGS, type AccountsPlace, accountsPlace } from "../../accounts/accounts-place.ts";
import { COUNTERS_SETTINGS, countersPlace } from "../../accounts/counters.ts";
import type { KeyAdmin } from "../../accounts/key-store.ts";
import { type RunningAccounts, startAccounts } from "../../accounts/open-accounts.ts";
import { faultOfOpenKey } from "../../accounts/open-key.ts";
import { retryQuery } from "../../accounts/retry-query.ts";
import { type App, createApp } from "../../app.ts";
import { waitForAll } from "../../base/awaitable.ts";
import { writesToJournal } from "../../base/config.ts";
import { AppError } from "../../base/errors.ts";
import { logWarning } from "../../base/log.ts";
import { assertOpenFilesFor } from "../../base/process-resources.ts";
import { threadUrl } from "../../base/program-files.ts";
import { findServiceManager, type ServiceManager } from "../../base/service-manager.ts";
import type { Settings } from "../../base/settings.ts";
import { type ExportThread, startExportThread } from "../../exports/export-thread.ts";
import { bytesOfGigabytes } from "../../exports/job-space.ts";
import { startJobs } from "../../exports/open-job-store.ts";
import { describeFilesFault } from "../../http/files-access.ts";
import { BASE_PATH } from "../../http/interface-version.ts";
import { isForOthers } from "../../http/serving/page-access.ts";
import { Readiness } from "../../http/serving/readiness.ts";
import { assertPortIsFree } from "../../http/serving/server.ts";
import { CAN_SHARE_PORTS, type RunningThreads, startThreads } from "../../http/serving/threads.ts";
import { buildAssets } from "../../pages/kit/server/assets.ts";
import type { AdminPort } from "../../pages/operator/server/admin-port.ts";
import { describeFolderFault, importCommands } from "../../registry/file/folder-fault.ts";
import { type FolderStatus, inspectFolder } from "../../registry/file/inspect-folder.ts";
import { findForeignChange } from "../../registry/file/seal.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { describeTestData } from "../../registry/file/test-data.ts";
import { listAdressenOfOpenbareRuimte } from "../../registry/read/adressen.ts";
import { listOpenbareRuimten } from "../../registry/read/openbare-ruimten.ts";
import { defineCommand } from "../command.ts";
import { fetchIntoFolder, startFollower } from "../follow-registry-source.ts";
import { importSample } from "../import-sample.ts";
import { readIpRange } from "../key-options.ts";
import { printNote, printResult } from "../output.ts";
import { GEOCODE_JOB, selfCommand } from "../self-command.ts";
import { drain, stopServer, type Watchers, watchService } from "../serving-process.ts";
import { adminTokenPath, attachApp, openAdmin } from "../start-admin.ts";

export const serve = defineCommand({
  name: "serve",
  summary: "Serve the HTTP interface until interrupted.",
  flags: {},
  settings: [
    "data",
    ...ACCOUNTS_SETTINGS,
    ...COUNTERS_SETTINGS,
    "host",
    "port",
    "publicUrl",
    "publicPage",
    "filesPage",
    "contact",
    "interfaces",
    "locationIds",
    "openKey",
    "openToAll",
    "baseMap",
    "threads",
    "trustedProxies",
    "accessLog",
    "slowMs",
    "maxWait",
    "auditDays",
    "log",
    "logLevel",
    "adminPort",
    "adminHost",
    "adminUrl",
    "adminNames",
    "adminTokenFile",
    "adminInsecure",
    "drainSeconds",
    "exportRetentionHours",
    "exportsPerKey",
    "exportsQueued",
    "exportGbPerKey",
    "exportStore",
    "registrySource",
    "registryKey",
    "registrySwitchWait",
    "keepRegistries",
  ],
  async run({ settings }) {
    assertOpenFilesFor(threadCount(settings));
    const stopped = waitForStopSignal();
    const readiness = new Readiness();
    const admin = openAdmin(settings, readiness);
    const manager = findServiceManager();
    try {
      await serveUntil(stopped, settings, { admin, readiness, manager });
    } catch (error) {
      await pauseBeforeRestart(error, stopped, manager);
      throw error;
    } finally {
      await admin?.stop();
    }
  },
});

type ServeSettings = Pick<Settings, (typeof serve.settings)[number]>;

/** Pause before a failed service ends: systemd starts it again at once, which is meant for crashes. */
const FAILURE_PAUSE_MS = 5_000;

/** Refuses connections, and waits before systemd may start this service again; not after refused settings. */
async function pauseBeforeRestart(
  error: unknown,
  stopped: Promise<void>,
  manager: ServiceManager | undefined,
): Promise<void> {
  manager?.releaseInherited();
  if (manager !== undefined && !(error instanceof AppError && error.code === "usage")) {
    await Promise.race([stopped, Bun.sleep(FAILURE_PAUSE_MS)]);
  }
}

interface Watched extends Watchers {
  readonly admin: AdminPort | undefined;
}

async function serveUntil(stopped: Promise<void>, settings: ServeSettings, watched: Watched): Promise<void> {
  const { admin, readiness, manager } = watched;
  const started = readiness.hold("starting");
  const trustedProxies = readTrustedProxies(settings);
  const redis = countersPlace(settings);
  const bytesPerKey = bytesOfGigabytes(settings.exportGbPerKey);
  const [assets] = await Promise.all([buildAssets(), ensureRegistry(settings, manager)]);
  const accounts = await Promise.race([startShared(accountsPlace(settings)), stopped]);
  if (accounts === undefined) {
    return;
  }
  const app = createApp({
    ...settings,
    ...accounts.place,
    openKey:
      settings.openKey === undefined ? undefined : { id: settings.openKey, isToAll: settings.openToAll },
    redis,
    assets,
    trustedProxies,
    exportLimits: { perKey: settings.exportsPerKey, overall: settings.exportsQueued, bytesPerKey },
  });
  try {
    process.on("SIGHUP", app.reload);
    await app.ready;
    const snapshot = requireSnapshot(app, settings.data);
    assertOpenKey(app, settings);
    const server = await startInterface(app, settings, manager);
    const exportThread = startJobThread(settings, accounts, bytesPerKey);
    const servedFile = () => basename(app.registry.current()?.path ?? "");
    const follower = startFollower(settings, { readiness, accounts, servedFile });
    const { url } = server;
    const nodes = watchService(app, { settings, accounts, readiness, exportThread, follower, url });
    await (admin && attachApp(admin, { ...app, nodes: nodes.list }, { ...settings, trustedProxies }, url));
    started();
    await printStartup(app, snapshot, { interface: server, admin, settings });
    manager?.ready(() => server.countPending());
    await stopped;
    await drain(server, settings.drainSeconds, watched);
    await waitForAll([exportThread.stop(), follower?.stop(), nodes.stop(), stopServer(server, manager)]);
  } finally {
    process.off("SIGHUP", app.reload);
    await app.close();
    await accounts.close();
  }
}

function startJobThread(
  { exportStore, exportRetentionHours }: ServeSettings,
  { place }: RunningAccounts,
  bytesPerKey: number,
): ExportThread {
  const retentionMs = exportRetentionHours * 3_600_000;
  const jobCommand = selfCommand([GEOCODE_JOB]);
  return startExportThread({ ...place, exportStore, retentionMs, bytesPerKey, jobCommand });
}

/** Prepares keys, usage and jobs; may wait long for a database that all nodes share. */
async function startShared(place: AccountsPlace): Promise<RunningAccounts> {
  const accounts = await startAccounts(place);
  await startJobs(accounts);
  return accounts;
}

function readTrustedProxies({ trustedProxies }: Pick<Settings, "trustedProxies">): string[] {
  return trustedProxies.map((range) => readIpRange("--trusted-proxies", range));
}

/** Returns how many threads answer requests. */
function threadCount({ threads = availableParallelism() }: Pick<Settings, "threads">): number {
  return CAN_SHARE_PORTS ? threads : 1;
}

interface Servers {
  readonly interface: RunningThreads;
  readonly admin: AdminPort | undefined;
}

/** Starts the worker threads that answer requests, and takes over the port from the process before. */
async function startInterface(
  app: App,
  settings: ServeSettings,
  manager: ServiceManager | undefined,
): Promise<RunningThreads> {
  const { host, port } = settings;
  const count = threadCount(settings);
  printFilesFault(settings);
  if (count < (settings.threads ?? count)) {
    printNote("This system cannot share a port between threads: serving with one thread.");
  }
  const entry = threadUrl("cli/serve-thread.ts");
  const optionsOf = (threadIndex: number) => app.optionsForThread(threadIndex);
  const threads = { host, port, count, entry, optionsOf, isPortHeld: manager?.holds(port) };
  const onListenersChange = () => manager?.renewListeners();
  const listeners = { connect: app.subscribe, onReport: app.onReport, onListenersChange };
  const server = await startThreads({ ...threads, ...listeners });
  manager?.releaseInherited();
  manager?.keepListeners();
  return server;
}

/**
 * Ensures that there is a registry to serve, before anything else is made or changed. With a source it fetches the
 * published registry, and keeps one of another schema. Without a source it imports the sample, only in a new folder and
 * only when no other machine can reach the server. Throws `unavailable` otherwise.
 */
async function ensureRegistry(settings: ServeSettings, manager: ServiceManager | undefined): Promise<void> {
  const { host, port, data, keepRegistries, registrySource, registryKey } = settings;
  // Before a registry is opened (registry/file/seal.ts).
  const change = findForeignChange(data);
  if (change !== undefined) {
    logWarning(change.text, { remedy: change.remedy });
  }
  const status = inspectFolder(data);
  const fault = describeFolderFault(status);
  if (fault === undefined) {
    return;
  }
  // Before an import or a download, which would be in vain.
  if (manager?.holds(port) !== true) {
    await assertPortIsFree(host, port);
  }
  if (registrySource !== undefined && isReplaceable(status)) {
    if (status.state === "pointed") {
      printNote(`${fault}\nFetching the published registry instead.`);
    }
    return await fetchIntoFolder({ data, registrySource, registryKey, keepRegistries });
  }
  if (status.state !== "new" || isForOthers(settings)) {
    throw new AppError("unavailable", fault);
  }
  printNote(`${data} holds no registry: importing the sample of real data that baken ships.`);
  await importSample({ dataDir: data, keepRegistries, isConfirmed: false });
}

/** Returns true for a folder in which a fetched registry may become current; not where a person must look first. */
function isReplaceable(status: FolderStatus): boolean {
  const isFileAtFault = status.state === "pointed" && status.registry.state !== "unreadable";
  return status.state === "new" || status.state === "incomplete" || isFileAtFault;
}

/** Throws `usage` for an open key that does not exist, or that everyone could use although this was not set. */
function assertOpenKey({ keys }: App, { openKey: id, openToAll: isToAll }: ServeSettings): void {
  if (id === undefined) {
    return;
  }
  const key = keys.find(id);
  const fault = key === undefined ? "does not exist" : faultOfOpenKey(key, { id, isToAll });
  if (fault !== undefined) {
    throw new AppError("usage", `--open-key: key ${id} ${fault}.`);
  }
}

function requireSnapshot(app: App, dataDir: string): Snapshot {
  const snapshot = app.registry.current();
  if (snapshot !== undefined) {
    return snapshot;
  }
  throw new AppError(
    "unavailable",
    describeFolderFault(inspectFolder(dataDir)) ?? `Another process is changing ${dataDir}; try again.`,
  );
}

async function printStartup(
  { keys, pages }: App,
  snapshot: Snapshot,
  { interface: { url }, admin, settings }: Servers & { readonly settings: ServeSettings },
): Promise<void> {
  const { referenceDate, counts } = snapshot.meta;
  const testData = describeTestData(snapshot.meta);
  printResult(`Listening on ${url}${BASE_PATH}`);
  const isTerminal = !writesToJournal();
  const link = isTerminal ? await pages.openLink(snapshot) : undefined;
  const limits = link ? "; this link works once, within ten minutes (baken open prints another)" : "";
  printResult(`Open ${url}/${link ?? ""} in a browser to look around${limits}.`);
  const kind = testData ?? `BAG data of ${referenceDate}`;
  printResult(`${kind}: ${counts.adressen.toLocaleString("en")} addresses.`);
  if (testData !== undefined) {
    printResult(`To load the country: ${importCommands(settings.data)}`);
  }
  if (admin !== undefined) {
    printResult(`Operator's pages on ${admin.url}, with the token in ${adminTokenPath(settings)}`);
    printResult(`Metrics on ${admin.url}/metrics`);
  }
  const firstToken = isTerminal ? await createFirstKey(keys) : undefined;
  const exampleQuery = exampleLookupQuery(snapshot);
  printResult(
    firstToken !== undefined
      ? "There was no API key yet; this one was created and is shown only once:"
      : "Example request, with one of your API keys:",
  );
  printResult(
    `  curl -H 'Authorization: Bearer ${firstToken ?? "<id>|<secret>"}' '${url}${BASE_PATH}/addresses/lookup?${exampleQuery}'`,
  );
}

/** Says when the page for files is off though a setting asks for it. */
function printFilesFault(settings: ServeSettings): void {
  const fault = describeFilesFault({ ...accountsPlace(settings), filesPage: settings.filesPage });
  if (fault !== undefined) {
    printNote(fault);
  }
}

/** Lookup of Keurstraat 5a in Weesp, which the sample and the country have. */
const EXAMPLE_LOOKUP = "postcode=1382KT&number=5&letter=a";

/**
 * Returns the query string of a lookup that finds an address. For the sample this is the address in the documentation,
 * else the first address with a postcode and a number without letter or addition in the first streets.
 */
function exampleLookupQuery(snapshot: Snapshot): string {
  if (snapshot.meta.sample !== undefined) {
    return EXAMPLE_LOOKUP;
  }
  const page = { page: 1, perPage: 25 };
  for (const { identificatie } of listOpenbareRuimten(snapshot, {}, page).rows) {
    const adressen = listAdressenOfOpenbareRuimte(snapshot, identificatie, page)?.rows ?? [];
    const plain = adressen.find(
      (adres) => adres.postcode !== null && adres.huisletter === null && adres.huisnummertoevoeging === null,
    );
    if (plain !== undefined) {
      return `postcode=${plain.postcode}&number=${plain.huisnummer}`;
    }
  }
  return EXAMPLE_LOOKUP;
}

function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
}

/**
 * Creates a server key when there are no keys, and returns its token; returns undefined when there are. Retries while
 * another process has locked the store.
 */
async function createFirstKey(keys: KeyAdmin): Promise<string | undefined> {
  const issued = await retryQuery(() => keys.createFirst({ name: "first", kind: "server" }));
  return issued?.token;
}
