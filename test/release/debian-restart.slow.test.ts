/**
 * The Debian package on Debian 12 and 13, as its operator meets it: restarts and upgrades under load, typing errors in
 * baken.env, a process that hangs, an update after a failed one. The tests are steps of one machine's life, in order.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WEESP } from "../support/extracts/reference-files.ts";
import { type BootedMachine, bootMachine } from "../support/machines/booted-machine.ts";
import { canMakeMachines, type Suite } from "../support/machines/debian-root.ts";
import { compileForThisMachine } from "../support/machines/executable.ts";
import { packInto } from "../support/machines/install-packages.ts";
import type { LoadOutcome } from "../support/machines/steady-load.ts";
import { until } from "../support/processes/until.ts";
import { makeEmptyFolder } from "../support/servers/http-harness.ts";

const API = "http://127.0.0.1:8080/api/v1";
const LOAD = join(import.meta.dir, "../support/machines/steady-load.ts");
const SETTINGS = "/etc/baken/baken.env";
const LIMIT_MS = 60_000;
const SUITES: readonly Suite[] = ["bookworm", "trixie"];

const folder = makeEmptyFolder();
let executable = "";
afterAll(() => rmSync(folder, { recursive: true }));

describe.if(canMakeMachines()).each(SUITES)("the Debian package on %s", (suite) => {
  let machine: BootedMachine;
  let token = "";

  beforeAll(async () => {
    executable ||= await compileForThisMachine(folder);
    machine = await bootMachine(suite);
    await packInto(machine, { executable, version: "0.1.0", folder });
    await packInto(machine, { executable, version: "0.1.1", folder });
    copyFileSync(LOAD, join(machine.root, "srv/load.ts"));
    mkdirSync(join(machine.root, "srv/bag"));
    copyFileSync(WEESP, join(machine.root, "srv/bag/weesp.zip"));
    await machine.sh("dpkg -i /root/baken-0.1.0.deb");
    // Restarts lose no request, however long this machine lets one wait.
    append("BAKEN_MAX_WAIT=0");
    await machine.sh("systemctl restart baken");
  }, 400_000);
  afterAll(async () => await machine?.remove());

  const sh = (line: string) => machine.sh(line);
  const show = async (property: string) =>
    (await sh(`systemctl show --property=${property} --value baken`)).trim();
  const append = (...lines: string[]) => {
    const path = join(machine.root, SETTINGS);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(""), { flag: "a" });
  };

  /** Sends requests from inside the machine; returns their outcomes. */
  const startLoad = async (count: number, seconds: number): Promise<LoadOutcome> =>
    JSON.parse(
      await sh(`BUN_BE_BUN=1 baken /srv/load.ts '${API}/cities?per_page=1' '${token}' ${count} ${seconds}`),
    );

  test("restarts and an upgrade under 10,000 requests a minute refuse none and fail none", async () => {
    token = (await sh("bakenctl keys create --name load --type server --rate 1000000")).trim();
    const load = startLoad(10_000, 60);
    const starts = new Set([await show("MainPID")]);
    for (const change of ["restart", "restart", "upgrade"]) {
      await Bun.sleep(10_000);
      await sh(change === "restart" ? "systemctl restart baken" : "dpkg -i /root/baken-0.1.1.deb");
      starts.add(await show("MainPID"));
    }
    const outcome = await load;
    process.stderr.write(`${suite}: ${JSON.stringify(outcome)}\n`);
    expect(outcome).toMatchObject({ answers: { 200: 10_000 }, failures: {} });
    expect(starts.size).toBe(4);
    expect(await sh("dpkg-query --show baken")).toBe("baken\t0.1.1\n");
  }, 300_000);

  test("a long download is cut off after others were answered meanwhile, and goes on afterwards", async () => {
    const ask = (words: string) => sh(`curl -sf -H 'Authorization: Bearer ${token}' ${words}`);
    const { data } = JSON.parse(await ask(`-X POST '${API}/export/addresses?format=geojson'`));
    const job = async () => JSON.parse(await ask(`${API}/export/${data.job_id}`)).data;
    await until(async () => (await job()).status === "completed", LIMIT_MS);
    const { file_size: bytes, download_url: url } = await job();
    // Otherwise the kernel might buffer the whole file, and the server would regard the download as finished.
    await sh("for name in tcp_rmem tcp_wmem; do echo 4096 65536 65536 >/proc/sys/net/ipv4/$name; done");
    const file = join(machine.root, "srv/part.geojson");
    const download = machine.run(
      ...["curl", "-s", "--limit-rate", "200k", "-o", "/srv/part.geojson"],
      ...["-H", `Authorization: Bearer ${token}`, url],
    );
    await until(() => existsSync(file) && statSync(file).size > 0, LIMIT_MS);
    const load = startLoad(1_000, 20);
    await sh("systemctl restart baken");
    expect(await load).toMatchObject({ answers: { 200: 1_000 }, failures: {} });
    // curl's code for fewer bytes than the answer announced.
    expect((await download).exitCode).toBe(18);
    expect(statSync(file).size).toBeLessThan(bytes);
    await ask(`-C - -o /srv/part.geojson ${url}`);
    await ask(`-o /srv/whole.geojson ${url}`);
    await sh("cmp /srv/part.geojson /srv/whole.geojson");
    expect(statSync(file).size).toBe(bytes);
  }, 200_000);

  test("a stop keeps no port open", async () => {
    await sh("systemctl stop baken");
    expect((await machine.run("curl", "-s", `${API}/status`)).exitCode).toBe(7);
    await sh("systemctl start baken");
    expect((await machine.run("curl", "-sf", `${API}/status`)).exitCode).toBe(0);
  });

  test("a typing error is an error of the restart, which is not tried again", async () => {
    append("BAKEN_PROT=8081");
    const { exitCode } = await machine.run("systemctl", "restart", "baken");
    expect([exitCode, await show("ActiveState"), await show("NRestarts")]).toEqual([1, "failed", "0"]);
    expect(await sh("journalctl --unit=baken --no-pager")).toContain(
      "Unknown environment variable BAKEN_PROT.",
    );
    await sh(`sed -i '$d' ${SETTINGS} && systemctl restart baken`);
    expect(await show("ActiveState")).toBe("active");
  });

  test("a missing registry is tried again, until it is there", async () => {
    await sh("mv /var/lib/baken/current /var/lib/baken/away");
    expect((await machine.run("systemctl", "restart", "baken")).exitCode).toBe(1);
    expect(await show("ActiveState")).toBe("activating");
    await sh("mv /var/lib/baken/away /var/lib/baken/current");
    await until(async () => (await show("ActiveState")) === "active", LIMIT_MS);
  });

  test("bakenctl passes the variables that the unit passes", async () => {
    append(
      "  AWS_REGION = eu-west-1 # not a comment",
      "; a comment",
      "AWS_ACCESS_KEY_ID='key''s' end  ",
      'S3_SECRET="a \\"quoted\\" \\$ b\\n c\\',
      'd" e',
      "WITHOUT",
      "export EXPORTED=no",
      "9NUMBER=no",
      "\tBAKEN_SLOW_MS=1234",
      "TAIL=one \\",
      "two\\ ",
    );
    await sh("systemctl restart baken");
    const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "S3_SECRET", "BAKEN_SLOW_MS", "BAKEN_DATA", "TAIL"];
    const ofUnit = Object.fromEntries(
      (await sh(`cat /proc/${await show("MainPID")}/environ`))
        .split("\0")
        .map((pair) => pair.split(/=(.*)/s)),
    );
    const script = "console.log(JSON.stringify(process.env))";
    const ofBakenctl = JSON.parse(await sh(`BUN_BE_BUN=1 bakenctl -e '${script}'`));
    expect(ofUnit).toMatchObject({ S3_SECRET: 'a "quoted" $ b\\n cde', BAKEN_SLOW_MS: "1234" });
    for (const name of [...names, "EXPORTED", "export EXPORTED", "9NUMBER", "WITHOUT"]) {
      expect([name, ofBakenctl[name]]).toEqual([name, ofUnit[name]]);
    }
  });

  test("an update can be started by hand after a failed one", async () => {
    append(
      "BAKEN_EXTRACT_SOURCE=http://127.0.0.1:9000/BAGGEM0457L-15102021.zip",
      "BAKEN_GEMEENTEN_SOURCE=none",
      "BAKEN_PC4_SOURCE=none",
    );
    const isWaiting = async () =>
      (await machine.run("systemctl", "is-active", "--quiet", "baken-update-again.timer")).exitCode === 0;
    expect((await machine.run("systemctl", "start", "baken-update")).exitCode).toBe(1);
    await until(isWaiting, LIMIT_MS);
    const site = `Bun.serve({ port: 9000, fetch: () => new Response(Bun.file("/srv/bag/weesp.zip")) })`;
    await sh(`BUN_BE_BUN=1 systemd-run --quiet --setenv=BUN_BE_BUN baken -e '${site}'`);
    await until(async () => (await machine.run("curl", "-sfI", "http://127.0.0.1:9000")).exitCode === 0);
    await sh("timeout 100 systemctl start baken-update");
    expect(await isWaiting()).toBe(false);
    expect(await sh("cat /var/lib/baken/current")).toMatch(/^registry-2021-10-15/);
  });

  test("a process that hangs is ended by the watchdog and started again, one that serves is not", async () => {
    const shipped = await show("WatchdogUSec");
    await sh(`mkdir /run/systemd/system/baken.service.d
      printf '[Service]\\nWatchdogSec=5s\\nTimeoutAbortSec=1s\\n' >/run/systemd/system/baken.service.d/watch.conf
      systemctl daemon-reload && systemctl restart baken`);
    const before = await show("MainPID");
    // Longer than the watchdog waits: by then systemd would have replaced a server without signs of life.
    await Bun.sleep(12_000);
    expect([await show("MainPID"), shipped]).toEqual([before, "1min"]);
    await sh(`kill -STOP ${before}`);
    await until(async () => !["0", before].includes(await show("MainPID")), LIMIT_MS);
    await until(async () => (await show("ActiveState")) === "active", LIMIT_MS);
    expect(await sh("journalctl --unit=baken --no-pager")).toContain("Watchdog timeout");
  });
});
