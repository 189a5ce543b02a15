/** Tests POST /geocode/csv over sockets: rows and columns, limits, quota, refusals, clients that leave. */
import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import Papa from "papaparse";
import { until } from "../support/processes/until.ts";
import { bodyOf, csvOf, openGeocodeServer } from "../support/servers/geocode-files.ts";
import { makeXlsx, textRow } from "../support/tables/make-xlsx.ts";

const served = openGeocodeServer();
const { issue, ask, post } = served;
afterAll(() => served.close());

const PATH = "/geocode/csv";
const MAX_BYTES = 10 * 1024 * 1024;
const parse = (text: string) => Papa.parse<Record<string, string>>(text.trimEnd(), { header: true }).data;
const quotaOf = async (token: string) => (await ask("/version", {}, token)).headers.get("x-quota-remaining");

describe("rows", () => {
  test("come back in order and as they are, with added columns", async () => {
    const text = 'naam;postcode;nr;\r\nJan;1382 kt;5;x\r\n=cmd;1382KT;5a;\r\n;;;\r\n"a;""b";1382KT;6;\r\n';
    const response = await post(PATH, text);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="geocoded.csv"');
    const rows = parse(await response.text());
    expect(rows.map(({ naam, postcode, nr }) => [naam, postcode, nr])).toEqual([
      ["Jan", "1382 kt", "5"],
      ["=cmd", "1382KT", "5a"],
      ["", "", ""],
      ['a;"b', "1382KT", "6"],
    ]);
    expect(rows.map(({ result_match }) => result_match)).toEqual(["exact", "exact", "none", "none"]);
    expect(rows[0]!.result_nummeraanduiding_id).toMatch(/^\d{16}$/);
    expect(rows[1]!.result_full_address).toBe("Keurstraat 5a, 1382KT Weesp");
  });

  test("no added cell begins like a formula; cells of the user are left alone", async () => {
    const hostile = ['=cmd|"/C calc"!A0', "+1", "-1", "@x", "\tx"];
    const lines = hostile.map(
      (cell) => `"${cell.replaceAll('"', '""')}",1382KT,"${cell.replaceAll('"', '""')}"`,
    );
    const response = await post(`${PATH}?columns=postcode=pc,number=nr`, `own,pc,nr\n${lines.join("\n")}\n`);
    const rows = parse(await response.text());
    expect(rows.map(({ own }) => own)).toEqual(hostile);
    const added = rows.flatMap((row) => Object.entries(row).filter(([name]) => name.startsWith("result_")));
    expect(added.length).toBeGreaterThan(50);
    expect(added.filter(([, cell]) => /^[=+@\t\r]|^-(?!\d)/.test(cell))).toEqual([]);
  });

  test("cells that are kept as text or coded are read, and come back as they were", async () => {
    const marks: ((text: string) => string)[] = [
      (text) => `'${text}`,
      (text) => `="${text}"`,
      (text) => `"${text}"`,
      (text) => `\u200b${text}`,
      (text) => `\u200e${text}`,
      (text) => `\u00a0${text}`,
      (text) => text.replaceAll(/./g, (sign) => `&#${sign.charCodeAt(0)};`),
      (text) => `${text}_x000D_`,
      (text) => `${text}\\r\\n`,
    ];
    for (const mark of marks) {
      const cells = ["5", "5a", "7", "7a", "11"].map((nr) => [
        "Jan",
        mark("1382KT"),
        mark(nr),
        "BÃ¼h",
        "'s-G",
      ]);
      const csv = Papa.unparse([["klant", "postcode", "huisnummer", "opmerking", "'s"], ...cells], {
        delimiter: ";",
      });
      const response = await post(PATH, csv);
      expect(response.headers.get("x-columns")).toContain("postcode=postcode");
      const rows = parse(await response.text());
      expect(rows.map((row) => Object.values(row).slice(0, 5))).toEqual(cells);
      expect(rows.slice(0, 2).map(({ result_full_address }) => result_full_address)).toEqual([
        "Keurstraat 5, 1382KT Weesp",
        "Keurstraat 5a, 1382KT Weesp",
      ]);
    }
  });

  test("options are those of the command", async () => {
    const options = "columns=postcode=A,number=B&add=match,group&dedupe=1&header=no&delimiter=tab";
    const response = await post(`${PATH}?${options}`, "1382KT\t5\n1382kt\t5\n1382KT\t5a\n");
    const rows = parse(await response.text().then((text) => text.replaceAll("\t", ",")));
    expect(Object.keys(rows[0]!).filter((name) => name.startsWith("result_"))).toContain("result_group");
    expect(rows.map(({ result_group }) => result_group)).toEqual(["1", "1", "2"]);
  });

  test("lang decides the language of the sentences; codes and names of columns stay", async () => {
    const file = "straat,nr,plaats\nKeurstraat,999,Weesp\nKeurstaat,5,Weesp\n";
    const [byDefault, english, dutch] = await Promise.all(
      ["", "?lang=en", "?lang=nl"].map(async (query) => await (await post(PATH + query, file)).text()),
    );
    expect(english).toBe(byDefault!);
    const read = (text: string) =>
      parse(text).map((row) => [
        row.result_match,
        row.result_reason,
        row.result_message,
        row.result_corrected,
      ]);
    expect(read(english!)).toEqual([
      ["none", "no such number", "The street exists, but has no number 999.", ""],
      ["corrected", "", "", "street: Keurstaat → Keurstraat"],
    ]);
    expect(read(dutch!)).toEqual([
      ["none", "no such number", "De straat bestaat, maar heeft geen nummer 999.", ""],
      ["corrected", "", "", "straat: Keurstaat → Keurstraat"],
    ]);
    expect(dutch!.split("\r\n")[0]).toBe(english!.split("\r\n")[0]!);
    const refused = await post(`${PATH}?lang=de`, file);
    expect(refused.status).toBe(422);
    expect((await bodyOf(refused)).errors!.lang![0]).toMatch(/nl.*en/);
  });

  test("windows-1252 is read by parameter and by charset", async () => {
    const bytes = Buffer.from("straat,nummer,plaats\nKeurstraat,5,Weesp \xebn\n", "latin1");
    for (const [query, type] of [
      ["?encoding=windows-1252", "text/csv"],
      ["", "text/csv; charset=windows-1252"],
    ] as const) {
      const response = await post(PATH + query, bytes, { headers: { "content-type": type } });
      expect(await response.text()).toContain("Weesp ën");
    }
  });
});

describe("the columns used", () => {
  const empty = (rows: number) => `pc,nr,x y\n${"1382KT,5,\n".repeat(rows)}`;

  test("are named in a header, percent-encoded", async () => {
    const chosen = await post(PATH, "naam;post code;hüis,nr\nJan;1382KT;5\nPiet;1382KT;6\n");
    expect(chosen.status).toBe(200);
    expect(chosen.headers.get("x-columns")).toBe("postcode=post%20code,number=h%C3%BCis%2Cnr");
    const asked = await post(`${PATH}?columns=postcode=b,number=a`, "a,b\n5,1382KT\n");
    expect(asked.headers.get("x-columns")).toBe("postcode=b,number=a");
  });

  test("doubt about them is 422 with what to write, only with strict=1, and costs nothing", async () => {
    const token = issue({ monthlyQuota: 10_000 });
    const refused = await post(`${PATH}?strict=1`, empty(2_500), {}, token);
    expect(refused.status).toBe(422);
    const { message, errors } = await bodyOf(refused);
    expect(errors).toEqual({ file: [message!] });
    expect(message).toStartWith("It is not certain what the columns contain:");
    expect(message).toContain('not used: "x y" (doubtful: ');
    expect(message).toEndWith("for example columns=postcode=pc,number=nr");
    expect(await quotaOf(token)).toBe("9999");
    for (const query of ["", "&strict=0"]) {
      const { status, headers } = await post(`${PATH}?add=match${query}`, empty(2_500), {}, token);
      expect([status, headers.get("x-columns")]).toEqual([200, "postcode=pc,number=nr"]);
    }
    expect((await post(`${PATH}?strict=1&add=match`, empty(20))).status).toBe(200);
  });
});

describe("quota", () => {
  test("each row costs one, said before work begins; the rate counts the request once", async () => {
    const token = issue({ monthlyQuota: 100, ratePerMinute: 10 });
    const { headers, status } = await post(PATH, csvOf(40), {}, token);
    expect(status).toBe(200);
    expect(
      ["x-row-count", "x-quota-cost", "x-quota-remaining", "x-ratelimit-remaining"].map((name) =>
        headers.get(name),
      ),
    ).toEqual(["40", "40", "60", "9"]);
  });

  test("at the limit, and one above, which takes nothing", async () => {
    const token = issue({ monthlyQuota: 50 });
    const refused = await post(PATH, csvOf(51), {}, token);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("x-quota-remaining")).toBe("50");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await bodyOf(refused)).toMatchObject({ code: "quota_exceeded", rows: 51, quota_remaining: 50 });
    const taken = await post(PATH, csvOf(50), {}, token);
    expect([taken.status, taken.headers.get("x-quota-remaining")]).toEqual([200, "0"]);
    expect((await post(PATH, csvOf(1), {}, token)).status).toBe(429);
  });

  test("exact when many files come at once", async () => {
    const token = issue({ monthlyQuota: 100 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(PATH, csvOf(17), {}, token)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(5);
    expect(await quotaOf(token)).toBe("14");
  });

  test("what is refused costs nothing", async () => {
    const token = issue({ monthlyQuota: 20_000 });
    for (const [body, status] of [
      ["", 422],
      ["foo,bar\n1,2\n", 422],
      [csvOf(10_001), 413],
    ] as const) {
      expect((await post(PATH, body, {}, token)).status).toBe(status);
    }
    expect((await post(PATH, "{}", { headers: { "content-type": "application/json" } }, token)).status).toBe(
      415,
    );
    expect(await quotaOf(token)).toBe("19999");
  });
});

describe("limits", () => {
  test("rows: 9,999 and 10,000 pass, 10,001 is 413 with where to go", async () => {
    for (const rows of [9_999, 10_000]) {
      const response = await post(`${PATH}?add=match`, csvOf(rows));
      expect(response.status).toBe(200);
      expect((await response.text()).trimEnd().split("\r\n").length).toBe(rows + 1);
    }
    const refused = await post(PATH, csvOf(10_001));
    expect([refused.status, (await bodyOf(refused)).message]).toEqual([
      413,
      "The file has 10001 rows; here it must not have more than 10000. POST /geocode/jobs takes it.",
    ]);
  });

  test("bytes: 10 MiB pass, one more is 413, with its length declared and without", async () => {
    const begin = `${csvOf(9_900).replaceAll(/5\n/g, `5,${"x".repeat(1_041)}\n`)}9901,1382KT,5,`;
    const largest = begin + "x".repeat(MAX_BYTES - begin.length);
    expect((await post(`${PATH}?add=match`, largest)).status).toBe(200);
    const above = `${largest}x`;
    for (const body of [above, new Blob([above]).stream()]) {
      const refused = await post(PATH, body);
      expect([refused.status, (await bodyOf(refused)).message]).toEqual([
        413,
        `The body must not be larger than ${MAX_BYTES} bytes.`,
      ]);
    }
  });

  test("columns: 1,000 pass, one more is 422", async () => {
    const wide = (columns: number) =>
      `postcode,nr${",".repeat(columns - 2)}\n1382KT,5${",".repeat(columns - 3)},x\n`;
    expect((await post(`${PATH}?add=match`, wide(1_000))).status).toBe(200);
    const refused = await post(`${PATH}?delimiter=,`, wide(1_001));
    expect([refused.status, (await bodyOf(refused)).errors?.file?.[0]]).toEqual([
      422,
      "The file, line 1: has more than 1000 columns, which is the most.",
    ]);
  });

  test("bodies of other routes keep their limit", async () => {
    const large = "x".repeat(256 * 1024 + 1);
    expect((await post("/export/addresses", large)).status).toBe(413);
    expect((await post("/nothing", large)).status).toBe(413);
  });
});

describe("refusals", () => {
  test("name the line, and no path of the server", async () => {
    const refused = await post(PATH, "postcode,nr\n1382KT,5\n1382\0KT,6\n");
    const { message, errors } = await bodyOf(refused);
    expect([refused.status, errors?.file?.[0]]).toEqual([422, message]);
    expect(message).toStartWith("The file, line 3: ");
    const unknown = await bodyOf(await post(PATH, "foo,bar\n1,2\n"));
    expect(unknown.message).toContain("for example columns=postcode=foo,number=bar");
    const misspelt = await bodyOf(await post(`${PATH}?columns=colour=foo`, "foo,bar\n1,2\n"));
    expect(misspelt.message).toStartWith('columns does not understand "colour=foo". ');
    const lacking = await bodyOf(await post(`${PATH}?columns=text=baz`, "foo,bar\n1,2\n"));
    expect(lacking.message).toStartWith('columns names a column that the file does not have: "baz". ');
    const added = await bodyOf(await post(`${PATH}?add=nothing`, csvOf(1)));
    expect(added.message).toStartWith('add does not know "nothing".');
    expect(`${message}${unknown.message}`).not.toContain("/tmp");
  });

  test("a spreadsheet, a form, what is compressed", async () => {
    const form = new FormData();
    form.set("file", new Blob([csvOf(1)]));
    expect((await ask(PATH, { method: "POST", body: form })).status).toBe(415);
    const sheet = await post(PATH, makeXlsx(textRow("postcode", "nr") + textRow("1382KT", "5")));
    expect([sheet.status, (await bodyOf(sheet)).message]).toEqual([
      415,
      expect.stringContaining("POST /geocode/jobs takes spreadsheets"),
    ]);
    const zipped = { "content-type": "text/csv", "content-encoding": "gzip" };
    expect((await post(PATH, Bun.gzipSync(csvOf(1)), { headers: zipped })).status).toBe(415);
    const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
    const refused = await post(PATH, csvOf(1), { headers: urlencoded });
    expect([refused.status, (await bodyOf(refused)).message]).toEqual([
      415,
      expect.stringContaining("--data-binary @addresses.csv"),
    ]);
  });

  test("browser keys and unknown ones; GET is no method of it", async () => {
    const browser = issue({ kind: "browser", origins: [served.origin] });
    const headers = { "content-type": "text/csv", origin: served.origin };
    expect((await post(PATH, csvOf(1), { headers }, browser)).status).toBe(403);
    expect((await post(PATH, csvOf(1), {}, "1|x")).status).toBe(401);
    expect((await ask(PATH)).status).toBe(405);
  });
});

test("eight files of a key at once on a thread; clients that leave free their places", async () => {
  const token = issue();
  const beginFile = () => {
    const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
    socket.write(
      `POST /api/v1${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        "Content-Type: text/csv\r\nContent-Length: 1000\r\n\r\npostcode,nr\n",
    );
    return socket;
  };
  const sockets: ReturnType<typeof connect>[] = [];
  const status = async (key: string) => (await post(PATH, csvOf(1), {}, key)).status;
  await until(async () => {
    sockets.push(beginFile());
    return (await status(token)) === 429;
  });
  expect(sockets.length).toBeGreaterThanOrEqual(8);
  expect(await status(issue())).toBe(200);
  for (const socket of sockets) {
    socket.destroy();
  }
  await until(async () => (await status(token)) === 200);
});

test("a client that leaves while it is answered ends the work, and the data is released", async () => {
  const token = issue({ monthlyQuota: 1_000_000 });
  const status = async () => (await post(PATH, csvOf(1), {}, token)).status;
  for (let round = 0; round < 20; round++) {
    const response = await post(PATH, csvOf(10_000), {}, token);
    await response.body!.cancel();
  }
  await until(async () => (await status()) === 200);
});
