/** Tests sessions of the page for files over sockets: from the file to the result, who sees what, what stays on disk. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { SESSION_LIMITS } from "../../src/exports/sessions/session-limits.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { contentOf } from "../support/processes/content-of.ts";
import { until } from "../support/processes/until.ts";
import { type FileBody, newSecret, openFilesServer } from "../support/servers/files-page.ts";

const served = await openFilesServer();
const { dataDir, tab } = served;
beforeAll(() => served.startWork());
afterAll(() => served.close());

/** A word that occurs in no other file: a file that contains it contains a cell of a user. */
const MARK = "Zwanenburgwal-geheim";
const CSV = `klant;postcode;huisnummer
${MARK};1382KT;5
${MARK};1382KT;12
${MARK};1382KT;999
${MARK};;
${MARK};1382KT;5a
`;

/** Lists the files below the data folder whose content or name has a text. */
function filesWith(text: string): string[] {
  const names = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
  return names.filter((name) => {
    return name.includes(text) || contentOf(join(dataDir, name)).includes(text);
  });
}

const folderOf = (secret: string) =>
  join(dataDir, "files", createHash("sha256").update(secret).digest("hex"));

describe("a session from its file to its result", () => {
  const own = tab();
  afterAll(() => own.end());
  const command = async (...words: string[]) => {
    const input = join(dataDir, "rows.csv");
    writeFileSync(input, CSV);
    const out = join(dataDir, `geocoded.${words[0]}`);
    const columns = "postcode=postcode,number=huisnummer";
    const { exitCode, stderr } = await runBaken([
      ...["geocode", input, "--out", out, "--replace", "--columns", columns, "--data", dataDir],
      ...words.slice(1),
    ]);
    expect(exitCode, stderr).toBe(0);
    return readFileSync(out);
  };

  test("shows the columns as understood; a person changes them; the result is that of the command", async () => {
    const sent = await own.send(CSV);
    expect(sent.status).toBe(201);
    expect(sent.headers.get("cache-control")).toBe("no-store");
    const { phase, file, head_rows, columns, first_rows, quota } = sent.body.data;
    expect([phase, file.rows, head_rows]).toEqual(["preview", 5, 1]);
    expect(first_rows[1]).toEqual([MARK, "1382KT", "12"]);
    expect(quota).toEqual({ cost: 5, remaining: null });
    expect(
      columns.map(({ letter, name, role, unused }: Record<string, unknown>) => [letter, name, role, unused]),
    ).toEqual([
      ["A", "klant", null, "says_nothing"],
      ["B", "postcode", "postcode", null],
      ["C", "huisnummer", "number", null],
    ]);

    const wrong = await own.post("/files/session/columns", { uses: [{ role: "number", index: 2 }] });
    expect([wrong.status, wrong.body.reason]).toEqual([422, "no_addresses"]);
    const outside = await own.post("/files/session/columns", { uses: [{ role: "text", index: 7 }] });
    expect(outside.status).toBe(422);
    const ofIds = await own.post("/files/session/columns", { uses: [{ role: "id", index: 0 }] });
    expect([ofIds.status, Object.keys(ofIds.body.errors)]).toEqual([422, ["uses"]]);
    const uses = [
      { role: "postcode", index: 1 },
      { role: "number", index: 2 },
    ];
    const chosen = await own.post("/files/session/columns", { uses });
    expect([chosen.status, chosen.body.data.exact_share]).toEqual([200, 0.4]);
    expect(chosen.body.data.columns[0].unused).toBe("not_chosen");

    expect((await own.rows()).body.code).toBe("files_not_ready");
    expect((await own.start()).status).toBe(200);
    const state = await own.finish();
    expect(state.by_match).toMatchObject({ exact: 2, corrected: 0, one_of_several: 1, none: 2, former: 0 });
    expect([state.progress.done, state.decided]).toEqual([5, { address: 0, none: 0 }]);
    expect((await own.post("/files/session/columns", { uses })).body.code).toBe("files_not_ready");
    expect((await own.start()).status).toBe(200);

    expect(await own.download({ format: "csv" })).toEqual(await command("csv"));
    expect(await own.download({ format: "geojson" })).toEqual(await command("geojson"));
    const report = join(dataDir, "report.html");
    await command("csv", "--report", report, "--lang", "en");
    expect((await own.download({ format: "report", lang: "en", name: "rows.csv" })).toString()).toBe(
      readFileSync(report, "utf8"),
    );
  });

  test("lists the doubtful rows with what was understood and may be meant; decides them", async () => {
    const { data, meta } = (await own.rows()).body;
    expect(meta).toEqual({ total: 2 });
    const [several, none] = data;
    expect([several.row, several.match, several.reason]).toEqual([3, "one_of_several", null]);
    expect(several.suggestions.map(({ id }: { id: string }) => id)).not.toContain(several.address.id);
    expect(several.suggestions.length).toBeGreaterThan(0);
    expect([none.row, none.match, none.reason, none.understood]).toEqual([
      4,
      "none",
      { why: "no such number", number: 999 },
      { postcode: "1382KT", number: "999" },
    ]);
    expect(none.cells[0].text).toBe(MARK);
    expect((await own.rows("?match=none&from=1")).body).toEqual({ data: [], meta: { total: 1 } });

    const [{ id }] = several.suggestions;
    const accepted = await own.post("/files/session/rows/3", { address: id });
    expect([accepted.status, accepted.body.data.decision.address.id]).toEqual([200, id]);
    await own.post("/files/session/rows/4", { address: "0000000000000001" }).then(({ status }) => {
      expect(status).toBe(422);
    });
    await own.post("/files/session/rows/4", { address: null });
    await own.post("/files/session/rows/2", { address: null });
    const undone = await own.ask("DELETE", "/files/session/rows/2");
    expect(undone.body.data).toMatchObject({ decision: null, decided: { address: 1, none: 1 } });
    expect((await own.post("/files/session/rows/7", { address: null })).status).toBe(404);
    expect((await own.rows()).body.data[0].decision.address.id).toBe(id);

    const plain = (await command("csv")).toString().split("\r\n");
    const decided = (await own.download({ format: "csv" })).toString().split("\r\n");
    const [head, , third, fourth] = decided;
    expect(head).toBe(`${plain[0]};result_decided_by`);
    expect(third!.split(";")).toContain(id);
    expect([third!.split(";")[3], third!.endsWith(";hand")]).toEqual(["corrected", true]);
    expect(fourth).toMatch(/;none;;by hand;.*;hand$/);
    for (const undecided of [1, 4, 5]) {
      expect(decided[undecided]).toBe(`${plain[undecided]};`);
    }
    const { points } = (await own.ask("GET", "/files/session/points")).body.data;
    expect(points.map((point: number[]) => [point[3], point[2]])).toEqual([
      [2, 0],
      [6, 0],
      [3, 3],
    ]);
    expect((await own.ask("GET", "/files/suggest?q=keurstraat")).body.data.length).toBeGreaterThan(1);
  });
});

test("an address that fits all but the postcode is offered once", async () => {
  const own = tab();
  await own.geocode("straat;nr;postcode;plaats\nKeurstraat;5;1382ZZ;Weesp\nKeurstraat;5;1382KT;Weesp\n");
  const [row] = (await own.rows()).body.data;
  expect(row.reason).toEqual({ why: "other postcode" });
  expect(row.suggestions.map(({ text }: { text: string }) => text)).toEqual([
    "Keurstraat 5, 1382KT Weesp",
    "Keurstraat 5a, 1382KT Weesp",
  ]);
  await own.end();
});

describe("nothing of a session is readable by another", () => {
  const own = tab();
  afterAll(() => own.end());
  beforeAll(async () => {
    await own.geocode(CSV);
    await own.post("/files/session/rows/3", { address: null });
  });

  const ROUTES = [
    ["GET", "/files/session"],
    ["POST", "/files/session/start"],
    ["POST", "/files/session/columns", "{}"],
    ["GET", "/files/session/rows?match=one_of_several,none"],
    ["POST", "/files/session/rows/3", '{"address":null}'],
    ["DELETE", "/files/session/rows/3"],
    ["GET", "/files/session/points"],
    ["POST", "/files/session/download", '{"format":"csv"}'],
    ["GET", "/files/suggest?q=keurstraat"],
  ] as const;
  const id = createHash("sha256").update(own.secret).digest("hex");
  const WRONG: readonly (readonly [string, string, number])[] = [
    ["another secret", newSecret(), 404],
    ["the id on disk", id, 400],
    ["the id on disk, shortened", id.slice(0, 43), 404],
    ["the secret without its end", own.secret.slice(0, -1), 400],
    ["the secret in capitals", own.secret.toUpperCase(), 404],
    ["a path", `../${id}`.slice(0, 43), 400],
    ["nothing", "", 400],
  ];

  test.each(WRONG)("%s opens nothing", async (_, secret, status) => {
    const stranger = tab(secret);
    for (const [method, path, body] of ROUTES) {
      const answer = await stranger.ask(method, path, body, "application/json");
      expect([path, answer.status]).toEqual([path, status]);
      expect(JSON.stringify(answer.body)).not.toContain(MARK);
    }
    await stranger.end();
    expect((await own.show()).body.data).toMatchObject({ phase: "review", decided: { none: 1 } });
  });

  test("two at once have each their own rows; their secrets swapped show the other's file to nobody else", async () => {
    const [one, two] = [tab(), tab()];
    const states = await Promise.all([
      one.geocode("postcode;huisnummer\n1382KT;5\n"),
      two.geocode("postcode;huisnummer\n1382KT;999\n1382KT;5\n"),
    ]);
    expect(states.map(({ by_match }) => [by_match.exact, by_match.none])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect((await tab(one.secret).rows()).body.meta.total).toBe(0);
    expect((await tab(two.secret).rows()).body.meta.total).toBe(1);
    await Promise.all([one.end(), two.end()]);
  });

  test("a ticket opens its own file alone", async () => {
    const { url } = (await own.post("/files/session/download", { format: "csv" })).body.data;
    const open = (path: string) => fetch(served.origin + path);
    expect(await (await open(url)).text()).toContain(MARK);
    const [name] = readdirSync(folderOf(own.secret)).filter((each) => each.startsWith("result-"));
    for (const forged of [
      url.replace(name!, "session.json"),
      url.replace(id, createHash("sha256").update(newSecret()).digest("hex")),
      url.slice(0, -1),
      `/files/download?ticket=${id}/session.json`,
    ]) {
      expect((await open(forged)).status).toBe(404);
    }
    await own.end();
    expect((await open(url)).status).toBe(404);
  });
});

describe("what is kept", () => {
  test("is in one folder that only the server's owner reads, without the secret", async () => {
    const own = tab();
    await own.geocode(CSV);
    const folder = folderOf(own.secret);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const outside = filesWith(MARK).filter((name) => !name.startsWith("files/") && !name.includes("."));
    expect(outside).toEqual([]);
    expect(filesWith(own.secret)).toEqual([]);
    await own.end();
  });

  test("goes an hour after the last look, with all that was made of it, and is not found before it went", async () => {
    const [own, kept] = [tab(), tab()];
    await own.geocode(CSV);
    await own.download({ format: "gpkg" });
    await kept.geocode("postcode;huisnummer\n1382KT;5\n");
    const inSessions = () => filesWith(MARK).filter((name) => !/^(rows|geocoded)\./.test(name));
    expect(inSessions().length).toBeGreaterThan(2);
    const anHourAgo = new Date(Date.now() - 3_600_001);
    utimesSync(join(folderOf(own.secret), "session.json"), anHourAgo, anHourAgo);
    expect((await own.show()).status).toBe(404);
    const id = basename(folderOf(own.secret));
    // While it is removed, the name of the folder begins with the id.
    await until(() => !readdirSync(join(dataDir, "files")).some((name) => name.startsWith(id)));
    expect(inSessions()).toEqual([]);
    expect(filesWith(id).filter((name) => name.startsWith("files"))).toEqual([]);
    expect((await kept.show()).status).toBe(200);
    await kept.end();
  });

  test("goes by itself when nobody asks, also the folder of a process that was killed", async () => {
    const own = tab();
    await own.send(CSV);
    const folder = folderOf(own.secret);
    const anHourAgo = new Date(Date.now() - 3_600_001);
    utimesSync(join(folder, "session.json"), anHourAgo, anHourAgo);
    await until(() => !readdirSync(join(dataDir, "files")).includes(folder.split("/").at(-1)!));
  });

  test("goes at once with the button, also while the file is being geocoded", async () => {
    const own = tab();
    await own.send(`postcode;huisnummer;naam\n${`1382KT;5;${MARK}\n`.repeat(20_000)}`);
    await own.start();
    expect((await own.end()).status).toBe(204);
    expect([(await own.show()).status, (await own.end()).status]).toEqual([404, 204]);
    expect(readdirSync(join(dataDir, "files"))).toEqual([]);
  });

  test("is nothing of an upload that was broken off", async () => {
    const own = tab();
    const left = new AbortController();
    const pieces = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.from(`1382KT;5;${MARK}\n`.repeat(1_000))),
    });
    const sending = fetch(`${served.origin}/files/session`, {
      method: "POST",
      body: pieces,
      signal: left.signal,
      headers: { "x-files-session": own.secret },
    }).catch(() => undefined);
    await until(() => readdirSync(join(dataDir, "files")).length > 0);
    left.abort();
    await sending;
    await until(() => readdirSync(join(dataDir, "files")).length === 0);
    expect((await own.show()).status).toBe(404);
  });
});

describe("files that are no tables", () => {
  const OLD_OR_ENCRYPTED = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(5_000)]);
  const BINARY = Buffer.from(Array.from({ length: 4_000 }, (_, i) => i % 32));
  test.each<[string, FileBody, number, string]>([
    ["empty", "", 422, "empty"],
    ["only blank lines", "\n\n\n", 422, "empty"],
    ["an old or encrypted spreadsheet", OLD_OR_ENCRYPTED, 422, "encrypted_or_xls"],
    ["a PDF", "%PDF-1.7\n", 422, "other_kind"],
    ["gzip", Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), 422, "other_kind"],
    ["JSON", '{"a": 1}', 422, "other_kind"],
    ["a zip without a spreadsheet", Buffer.from("PK\u0003\u0004nothing of a zip"), 422, "unreadable"],
    ["binary", BINARY, 422, "other_kind"],
  ])("%s: refused, and nothing stays", async (_, file, status, reason) => {
    const own = tab();
    const { body, ...answer } = await own.send(file);
    expect([answer.status, body.code, body.reason]).toEqual([status, "validation_failed", reason]);
    expect(body.errors.file).toHaveLength(1);
    expect(readdirSync(join(dataDir, "files"))).toEqual([]);
    expect((await own.show()).status).toBe(404);
  });

  test("a larger file than may be is 413 before it was sent", async () => {
    const response = await fetch(`${served.origin}/files/session`, {
      method: "POST",
      body: new Uint8Array(SESSION_LIMITS.fileBytes + 1),
      headers: { "x-files-session": newSecret() },
    });
    expect(response.status).toBe(413);
    expect(readdirSync(join(dataDir, "files"))).toEqual([]);
  });

  test("a form is 415; a second file of one session 409", async () => {
    const own = tab();
    expect((await own.ask("POST", "/files/session", new FormData())).status).toBe(415);
    expect((await own.send(CSV)).status).toBe(201);
    expect((await own.send(CSV)).body.code).toBe("files_not_ready");
    await own.end();
  });
});

test("an address has five sessions; a sixth is 429 until one has ended", async () => {
  const tabs = Array.from({ length: SESSION_LIMITS.perNetwork.sessions }, () => tab());
  for (const each of tabs) {
    expect((await each.send(CSV)).status).toBe(201);
  }
  const sixth = tab();
  const refused = await sixth.send(CSV);
  expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
    429,
    "files_full",
    "30",
  ]);
  await tabs[0]!.end();
  expect((await sixth.send(CSV)).status).toBe(201);
  for (const each of [...tabs, sixth]) {
    await each.end();
  }
});

test("without storage: the rows come back at once, and nothing is written", async () => {
  const before = readdirSync(dataDir, { recursive: true }).sort();
  const own = tab();
  const answer = await fetch(`${served.origin}/files/csv`, {
    method: "POST",
    body: CSV,
    headers: { "content-type": "text/csv" },
  });
  expect([answer.status, answer.headers.get("x-row-count")]).toEqual([200, "5"]);
  const session = tab();
  await session.geocode(CSV);
  expect(await answer.text()).toBe((await session.download({ format: "csv" })).toString());
  await session.end();
  const many = `postcode;huisnummer\n${"1382KT;5\n".repeat(10_001)}`;
  expect((await own.ask("POST", "/files/csv", many, "text/csv")).body.code).toBe("too_large");
  const isOfJobs = (name: unknown) => /^(exports|geocoding)\//.test(String(name));
  expect(
    readdirSync(dataDir, { recursive: true })
      .sort()
      .filter((name) => !isOfJobs(name)),
  ).toEqual(before.filter((name) => !isOfJobs(name)));
});
