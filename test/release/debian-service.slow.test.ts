/**
 * Installs the Debian package on an empty machine whose systemd runs: it serves, updates, is upgraded, removed and purged.
 * The tests are steps of one machine's life, in order.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { WEESP } from "../support/extracts/reference-files.ts";
import { type BootedMachine, bootMachine } from "../support/machines/booted-machine.ts";
import { canMakeMachines } from "../support/machines/debian-root.ts";
import { compileForThisMachine, compileWithNextSchema } from "../support/machines/executable.ts";
import { packInto } from "../support/machines/install-packages.ts";
import { runCountry } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { makeEmptyFolder } from "../support/servers/http-harness.ts";

const API = "http://127.0.0.1:8080/api/v1";
const DATA = "/var/lib/baken";
const START_LIMIT_MS = 60_000;

const folder = makeEmptyFolder();
afterAll(() => rmSync(folder, { recursive: true }));

describe.if(canMakeMachines())("the Debian package under systemd", () => {
  let machine: BootedMachine;
  let token = "";

  beforeAll(async () => {
    const executable = await compileForThisMachine(folder);
    machine = await bootMachine();
    await pack("0.1.0", executable);
    await pack("0.1.1", executable);
    await pack("0.2.0", await compileWithNextSchema(folder));
    mkdirSync(join(machine.root, "srv/bag"));
    copyFileSync(WEESP, join(machine.root, "srv/bag/weesp.zip"));
    const land = join(machine.root, "srv/bag/land.zip");
    expect(await runCountry(["--mutations", "40", "--out", land])).toMatchObject({ exitCode: 0 });
  }, 300_000);
  afterAll(async () => await machine?.remove());

  const pack = (version: string, executable: string) => packInto(machine, { executable, version, folder });
  const sh = (line: string) => machine.sh(line);
  const ask = async (path: string, ...flags: string[]) =>
    JSON.parse(await sh(`curl -s -H 'Authorization: Bearer ${token}' ${flags.join(" ")} '${API}${path}'`));
  const mainPid = async () => (await sh("systemctl show --property=MainPID --value baken")).trim();
  const isActive = async (unit: string) =>
    (await machine.run("systemctl", "is-active", "--quiet", unit)).exitCode === 0;
  const untilServing = () =>
    until(async () => (await machine.run("curl", "-sf", `${API}/status`)).exitCode === 0, START_LIMIT_MS);
  const dateOf = async (): Promise<string> => (await ask("/version")).data.bag_version;

  test("an installation starts the service, which imports the sample and makes no key", async () => {
    await sh("dpkg -i /root/baken-0.1.0.deb");
    await untilServing();
    expect(await sh(`stat -c '%U %a' ${DATA} /etc/baken/baken.env`)).toBe("baken 750\nroot 640\n");
    expect(await sh(`ps -o user= -p ${await mainPid()} || stat -c %U /proc/${await mainPid()}`)).toContain(
      "baken",
    );
    const journal = await sh("journalctl --unit=baken --no-pager");
    expect(journal).toContain(
      "Sample: Weesp, 15 October 2021 (part of Amsterdam since 2022): 12,034 addresses.",
    );
    expect(journal).not.toContain("bkn_");
    expect((await machine.run("bakenctl", "keys", "list")).stdout).not.toContain("first");
    expect((await machine.run("systemctl", "is-enabled", "baken-update.timer")).stdout).toBe("disabled\n");
  });

  test("the units are sound and expose little", async () => {
    await sh(
      "systemd-analyze verify --man=no baken.service baken-update.service baken-update.timer 2>&1 | grep . && exit 1; true",
    );
    const report = await sh("systemd-analyze security --no-pager baken.service baken-update.service");
    const exposures = [...report.matchAll(/^baken\S* +([\d.]+) /gm)].map(([, level]) => Number(level));
    expect(exposures.length).toBe(2);
    expect(Math.max(...exposures)).toBeLessThan(2);
  });

  test("bakenctl makes keys as the user of the service, with its settings", async () => {
    token = (await sh("bakenctl keys create --name shop --type server")).trim();
    expect(await ask("/cities?per_page=1")).toMatchObject({ data: [{}] });
    expect(await sh(`find ${DATA} ! -user baken`)).toBe("");
    expect(await sh("bakenctl open 2>/dev/null")).toBe("http://127.0.0.1:8080/\n");
    await sh("echo 'BAKEN_EXPORTS_PER_KEY=\"x y\"' >>/etc/baken/baken.env");
    expect((await machine.run("bakenctl", "status")).stderr).toContain(
      "BAKEN_EXPORTS_PER_KEY must be a whole number",
    );
    await sh("sed -i '$d' /etc/baken/baken.env && echo BAKEN_DATA=/srv/other >>/etc/baken/baken.env");
    expect((await machine.run("bakenctl", "status")).stderr).toContain("There is no folder /srv/other");
    await sh("sed -i '$d' /etc/baken/baken.env");
  });

  test("bakenctl log changes the log of the running service, which the audit has", async () => {
    await sh("echo BAKEN_ADMIN_PORT=9090 >>/etc/baken/baken.env && systemctl restart baken");
    await untilServing();
    const before = await mainPid();
    expect(await sh("bakenctl log")).toBe("level info, access log off\n");
    expect(await sh("bakenctl log --access on --level warn")).toBe("level warn, access log on\n");
    expect(await sh("bakenctl log --level info")).toBe("level info, access log on\n");
    await ask("/cities?per_page=1");
    const logged = `journalctl --unit=baken --no-pager --output=cat _PID=${before}`;
    const line = /"message":"request".*"path":"\/api\/v1\/cities","status":200/;
    await until(async () => line.test(await sh(logged)), START_LIMIT_MS);
    expect(await sh("bakenctl log --access off")).toBe("level info, access log off\n");
    const entries = (await sh("bakenctl audit --json")).trim().split("\n");
    const changes = entries.map((entry) => JSON.parse(entry)).filter(({ subject }) => subject === "log");
    expect(changes).toEqual([
      expect.objectContaining({
        action: "change",
        before: { level: "info", accessLog: false },
        after: { level: "warn", accessLog: true },
      }),
      expect.objectContaining({ after: { level: "info", accessLog: true } }),
      expect.objectContaining({ after: { level: "info", accessLog: false } }),
    ]);
    expect(await mainPid()).toBe(before);
    await sh("sed -i '$d' /etc/baken/baken.env && systemctl restart baken");
    await untilServing();
    expect((await machine.run("bakenctl", "log")).stderr).toContain("--admin-port");
  });

  test("the nightly backup of docs/operations.md works as cron runs it", async () => {
    const page = readFileSync(join(import.meta.dir, "../../docs/operations.md"), "utf8");
    const [, script] = /```sh\n(install -d .*?\nEOF\n)```/s.exec(page)!;
    await sh(script!);
    const lines = (await sh("cat /etc/cron.d/baken")).trim().split("\n");
    const commands = lines.map((line) => /^0 \d \* \* \* root (.*)$/.exec(line)![1]!.replaceAll("\\%", "%"));
    for (const command of commands) {
      await sh(`env -i PATH=/usr/bin:/bin sh -c '${command}'`);
    }
    await sh('bakenctl backup --verify "$(echo /var/backups/baken/*)"');
    expect(await sh("stat -c '%U %a' /var/backups/baken/*")).toBe("baken 700\n");
  });

  test("baken-update refuses deliveries of the sample, with what to do", async () => {
    await sh(`mkdir ${DATA}/deliveries && cp /srv/bag/BAGNLDM-*.zip ${DATA}/deliveries`);
    expect((await machine.run("systemctl", "start", "baken-update")).exitCode).not.toBe(0);
    const said = await sh("journalctl --unit=baken-update --no-pager --output=cat");
    expect(said).toContain(`the sample in ${DATA} takes no updates`);
    expect(said).toContain("baken import --download");
  });

  test("baken-update applies deliveries, and downloads the extract when there are none", async () => {
    await sh("bakenctl import /srv/bag/land.zip --gemeenten /srv/bag/land-gemeenten.csv");
    await until(async () => (await dateOf()) > "2021-10-15", START_LIMIT_MS);
    const before = await dateOf();
    await sh("systemctl start baken-update");
    await until(async () => (await dateOf()) > before, START_LIMIT_MS);

    const site = `Bun.serve({ port: 9000, fetch: () => new Response(Bun.file("/srv/bag/weesp.zip")) })`;
    await sh(`BUN_BE_BUN=1 systemd-run --quiet --setenv=BUN_BE_BUN baken -e '${site}'`);
    await sh(`rm -r ${DATA}/deliveries
      printf 'BAKEN_EXTRACT_SOURCE="http://127.0.0.1:9000/BAGGEM0457L-15102021.zip"\\n' >>/etc/baken/baken.env
      printf 'BAKEN_GEMEENTEN_SOURCE=none\\nBAKEN_PC4_SOURCE=none\\n' >>/etc/baken/baken.env
      systemctl start baken-update`);
    await until(async () => (await dateOf()) === "2021-10-15", START_LIMIT_MS);
    expect(await ask("/addresses/lookup?postcode=1382KT&number=5a")).toMatchObject({
      data: { full_address: "Keurstraat 5a, 1382KT Weesp" },
    });
  });

  test("a process that is killed is started again, and exports run without the right to lower priorities", async () => {
    await sh(`mkdir /run/systemd/system/baken.service.d
      printf '[Service]\\nSystemCallFilter=~@resources\\n' >/run/systemd/system/baken.service.d/strict.conf
      systemctl daemon-reload`);
    const before = await mainPid();
    // A client that comes while no process serves waits for the next one.
    const answer = await sh(
      `cut -d' ' -f1 /proc/uptime && kill -9 ${before} && while kill -0 ${before} 2>/dev/null; do :; done
      curl -sf --max-time 60 ${API}/status`,
    );
    expect(answer).toContain('"status":"ok"');
    expect(await mainPid()).not.toBe(before);
    const startedMs =
      Number(await sh("systemctl show --property=ExecMainStartTimestampMonotonic --value baken")) / 1000;
    // Half a second for a busy machine; the unit waits a tenth.
    expect(startedMs - 1000 * Number.parseFloat(answer)).toBeLessThan(600);
    const { data } = await ask("/export/addresses?format=csv", "-X POST");
    await until(
      async () => (await ask(`/export/${data.job_id}`)).data.status === "completed",
      START_LIMIT_MS,
    );
    await sh(
      "rm -r /run/systemd/system/baken.service.d && systemctl daemon-reload && systemctl restart baken",
    );
    await untilServing();
  });

  test("an upgrade restarts the service and keeps data, keys, exports and settings", async () => {
    const before = {
      pid: await mainPid(),
      files: await sh(`ls ${DATA} ${DATA}/exports`),
      settings: await sh("cat /etc/baken/baken.env"),
    };
    await sh("dpkg -i /root/baken-0.1.1.deb");
    await untilServing();
    expect(await mainPid()).not.toBe(before.pid);
    expect(await sh("dpkg-query --show baken")).toBe("baken\t0.1.1\n");
    expect(await sh(`ls ${DATA} ${DATA}/exports`)).toBe(before.files);
    expect(await sh("cat /etc/baken/baken.env")).toBe(before.settings);
    expect(await ask("/cities")).toMatchObject({ data: [{ naam: "Weesp" }] });
  });

  test("a service that was disabled stays off over an upgrade", async () => {
    await sh("systemctl disable --quiet --now baken && dpkg -i /root/baken-0.1.0.deb");
    expect(await isActive("baken")).toBe(false);
    await sh("systemctl enable --quiet --now baken");
    await untilServing();
  });

  test("a removal stops the service and keeps data, user and settings; an installation finds them again", async () => {
    await sh("dpkg --remove baken");
    expect(await isActive("baken")).toBe(false);
    expect(await sh(`stat -c %U ${DATA}/accounts.db && ls /etc/baken`)).toBe("baken\nbaken.env\n");
    await sh("dpkg -i /root/baken-0.1.1.deb");
    await untilServing();
    expect(await ask("/cities")).toMatchObject({ data: [{ naam: "Weesp" }] });
  });

  test("the previous version serves on where the next needs another import, which ends in the next version", async () => {
    const before = await mainPid();
    const registry = await sh(`cat ${DATA}/current`);
    expect(await sh("dpkg -i /root/baken-0.2.0.deb")).toContain("the previous version goes on serving");
    expect(await mainPid()).toBe(before);
    expect(await ask("/cities")).toMatchObject({ data: [{ naam: "Weesp" }] });
    await sh(`kill -9 ${before}`);
    await untilServing();
    expect(await ask("/cities")).toMatchObject({ data: [{ naam: "Weesp" }] });
    await sh("systemctl restart baken");
    const kept = await mainPid();
    expect(await sh(`readlink /proc/${kept}/exe`)).toBe("/usr/libexec/baken/previous/baken\n");
    expect(await ask("/cities")).toMatchObject({ data: [{ naam: "Weesp" }] });
    await sh("systemctl start baken-update");
    await until(async () => !["0", kept].includes(await mainPid()), START_LIMIT_MS);
    await untilServing();
    expect(await sh(`readlink /proc/${await mainPid()}/exe`)).toBe("/usr/bin/baken\n");
    await until(async () => (await machine.run("test", "-e", "/usr/libexec/baken/previous")).exitCode === 1);
    expect(await sh(`cat ${DATA}/current`)).not.toBe(registry);
    expect(await ask("/addresses/lookup?postcode=1382KT&number=5a")).toMatchObject({ data: {} });
  });

  test("a purge keeps a data folder that holds anything, and says so", async () => {
    expect(await sh("dpkg --purge baken")).toContain(`kept ${DATA}`);
    expect(await sh(`stat -c %U ${DATA}/accounts.db; ls -d /etc/baken 2>&1 || true`)).toMatch(
      /^baken\nls: cannot access/,
    );
    expect(
      await sh(
        "ls /etc/systemd/system/*/baken* /var/lib/systemd/deb-systemd-helper-*/baken* 2>/dev/null; true",
      ),
    ).toBe("");
  });

  test("a purge removes an empty data folder and the user", async () => {
    await sh(`rm -r ${DATA}
      printf '#!/bin/sh\\nexit 101\\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d
      dpkg -i /root/baken-0.1.1.deb && dpkg --purge baken`);
    expect(await sh(`ls -d ${DATA} 2>/dev/null; getent passwd baken; true`)).toBe("");
  });
});
