/** Tests that axe finds nothing in any state of any page, light on a desk and dark on a phone, and that all fits. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { useExplorer } from "../support/browser/explorer.ts";
import { chooseFile, toCareSheet } from "../support/browser/files-page.ts";
import { findingsInLightAndDark } from "../support/browser/looks.ts";
import { HAS_BROWSER } from "../support/browser/open-browser.ts";
import { issueKey } from "../support/servers/serve-process.ts";
import { listAddresses } from "../support/tables/weesp-addresses.ts";

/** State of a page: selector of an element in it, and the steps to it from the opened page or the previous state. */
type State = readonly [name: string, shown: string, reach?: (page: Page) => Promise<unknown>];
/** Path of a page and its states, in the order in which they are gone through. */
type Row = readonly [path: string, ...states: State[]];

const type = (label: string, text: string) => (page: Page) => page.getByLabel(label).fill(text);
const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();
const search = (text: string) => (page: Page) => page.getByRole("combobox").first().fill(text);

const CARD = ".result h1";
const EXPLORER: readonly Row[] = [
  ["/", ["start", ".home .figures"], ["suggestions", "[role=option]", search("1382kt")]],
  ["/?q=keurstraat+5+c+weesp", ["a number that does not exist", ".result"]],
  ["/?q=qwertzuiop", ["no result", ".result"]],
  ["/?address=0457200000202787", ["address", CARD]],
  ["/?building=0457100000068075", ["building", CARD]],
  ["/?residence=0457010000005191", ["residence", CARD]],
  ["/?street=3631/Keurstraat", ["street", CARD]],
  ["/?postcode=1382KT", ["postcode", CARD]],
  ["/?postcode=1382", ["postcode area", CARD]],
  ["/?place=3631", ["place", CARD]],
  ["/?municipality=0457", ["municipality", CARD]],
  ["/?province=noord-holland", ["province", CARD]],
  ["/?point=52.3111,5.0253", ["point", CARD]],
  ["/nonsense", ["unknown path", "h1"]],
];

const FORM: readonly Row[] = [
  [
    "/embed",
    ["empty", "baken-address fieldset"],
    [
      "impossible postcode",
      "baken-address [aria-invalid=true]",
      async (page) => {
        await type("Postcode", "0000XX")(page);
        await page.keyboard.press("Tab");
      },
    ],
    [
      "choices",
      "baken-address [type=radio]",
      async (page) => {
        await type("Postcode", "1381AG")(page);
        await type("Huisnummer", "3")(page);
      },
    ],
    [
      "found",
      "text=Gevonden: Keurstraat 5,",
      async (page) => {
        await type("Postcode", "1382KT")(page);
        await type("Huisnummer", "5")(page);
      },
    ],
    [
      "suggestions",
      "baken-address [role=option]",
      async (page) => {
        await press("Zoek op straat of plaats")(page);
        await search("keurstraat 1")(page);
      },
    ],
  ],
  [
    "/embed?lang=nl",
    [
      "no answer",
      "text=Vul het zelf in",
      async (page) => {
        await page.route(/\/addresses\//, (route) =>
          route.fulfill({ status: 429, json: { code: "rate_limited", message: "Wait." } }),
        );
        await type("Postcode", "1382KT")(page);
        await type("Huisnummer", "5")(page);
      },
    ],
  ],
];

const DOCS: readonly Row[] = [
  [
    "/docs",
    ["overview", "h1"],
    [
      "search",
      "[role=option]",
      async (page) => {
        await page.keyboard.press("/");
        await page.keyboard.type("postcode");
      },
    ],
  ],
  [
    "/docs/cities",
    ["operations", "h1"],
    [
      "answer",
      ".live .status",
      async (page) => {
        await page.getByRole("button", { name: "Probeer het" }).first().click();
        await press("Verstuur")(page);
      },
    ],
    [
      "faults",
      ".try-fault",
      async (page) => {
        await page.getByRole("textbox", { name: "per_page" }).fill("veel");
        await press("Verstuur")(page);
      },
    ],
  ],
  ["/docs/errors", ["errors", "h1"]],
  ["/docs/guides/start", ["guide", "h1"]],
  ["/docs/nonsense", ["unknown page", "h1"]],
];

const OPERATOR_PAGES = ["/", "/keys", "/traffic", "/registry", "/exports", "/nodes", "/audit"];

describe.skipIf(!HAS_BROWSER)("axe finds nothing, and all fits", () => {
  const site = useExplorer(["--public-page", "on", "--files-page", "on", "--admin-port", "0"]);

  /** Goes through the states of each row; returns the faults, by state. */
  async function goThrough(page: Page, origin: string, rows: readonly Row[]): Promise<string[]> {
    const findings: string[] = [];
    for (const [path, ...states] of rows) {
      await page.goto(new URL(path, origin).href);
      for (const [name, shown, reach] of states) {
        await reach?.(page);
        await page.locator(shown).first().waitFor();
        const found = await findingsInLightAndDark(page);
        findings.push(...found.map((finding) => `${path} ${name}: ${finding}`));
      }
      await page.unrouteAll();
    }
    return findings;
  }

  test.each([
    ["explorer", EXPLORER],
    ["form", FORM],
    ["documentation", DOCS],
  ])("%s", async (_, rows) => {
    const page = await site.openWithoutMap("/robots.txt");
    expect(await goThrough(page, site.urlOf("/"), rows)).toEqual([]);
  });

  test("a refused key, and a server that is away", async () => {
    const page = await site.openWithoutMap("/robots.txt");
    await page.evaluate(`sessionStorage.setItem("baken-key", "1|bkn_wrong")`);
    const rows: Row[] = [
      ["/?place=3631", ["refused key", "text=Deze sleutel werkt niet"]],
      [
        "/",
        [
          "away",
          "text=De server antwoordt niet",
          async (page) => {
            await page.route(/\/api\//, (route) => route.abort());
            await search("keurstraat")(page);
          },
        ],
      ],
    ];
    expect(await goThrough(page, site.urlOf("/"), rows)).toEqual([]);
  });

  test("page for files", async () => {
    const addresses = listAddresses(site.dataDir).filter(({ postcode }) => postcode !== null);
    const wrong = { ...addresses[0]!, number: 9998 };
    const page = await site.openWithoutMap("/robots.txt");
    const held = Promise.withResolvers<void>();
    const states: State[] = [
      ["choose", ".drop-zone"],
      ["refused", ".note.danger", () => chooseFile(page, "leeg.csv", "")],
      [
        "columns",
        ".columns-step",
        () => chooseFile(page, "a.csv", toCareSheet([...addresses.slice(0, 40), wrong])),
      ],
      [
        "running",
        ".progress-line",
        async () => {
          await page.route("**/files/session", async (route) => {
            await held.promise;
            await route.continue();
          });
          await page.locator(".columns-step .primary").click();
        },
      ],
      ["review", ".row-card h4", async () => held.resolve()],
      [
        "search for another address",
        "[role=option]",
        () => page.getByLabel("Ander adres zoeken").fill("keurstraat 5"),
      ],
      [
        "reviewed",
        ".review-done",
        async () => {
          await page.keyboard.press("Enter");
        },
      ],
      ["delete", "dialog", () => page.locator(".delete-all .button").click()],
    ];
    expect(await goThrough(page, site.urlOf("/"), [["/files", ...states]])).toEqual([]);
  });

  test("operator's pages, empty and with data", async () => {
    const origin = /Operator's pages on (\S+),/.exec(site.server.printed())![1]!;
    const token = readFileSync(join(site.dataDir, "admin-token"), "utf8").trim();
    const page = await site.openWithoutMap("/robots.txt");
    const logIn = (text: string) => async () => {
      await type("Token", text)(page);
      await page.keyboard.press("Enter");
    };
    const pages = (name: string): Row[] =>
      OPERATOR_PAGES.map((path) => [path, [name, "main > :nth-child(2)"]]);
    const empty: Row[] = [
      [
        "/",
        ["login", "input[name=token]"],
        ["wrong token", "[role=alert]", logIn("bkn_wrong")],
        ["notices", ".tiles", logIn(token)],
      ],
      ...pages("empty"),
      ["/keys/99", ["no such key", "[role=alert]"]],
      [
        "/keys/new",
        ["form", "form"],
        [
          "key without origin",
          "dialog",
          async () => {
            await page.getByRole("radio", { name: "browser" }).check();
            await type("Naam", "winkel")(page);
            await press("Sleutel maken")(page);
          },
        ],
        [
          "faults",
          ".fault",
          async () => {
            await page.keyboard.press("Escape");
            await page.locator("textarea").first().fill("winkel");
            await press("Sleutel maken")(page);
          },
        ],
        [
          "token",
          ".issued",
          async () => {
            await page.locator("textarea").first().fill("https://winkel.example");
            await press("Sleutel maken")(page);
          },
        ],
      ],
    ];
    expect(await goThrough(page, origin, empty)).toEqual([]);
    const headers = { authorization: `Bearer ${issueKey(site.dataDir, {})}` };
    await fetch(`${site.server.url}/export/addresses?format=csv`, { method: "POST", headers });
    const full: Row[] = [
      ...pages("with data"),
      [
        "/keys/1",
        ["key", "dl"],
        ["change", "form", press("Wijzigen")],
        ["renew", "dialog", press("Token vernieuwen")],
        [
          "revoke",
          "dialog",
          async () => {
            await page.keyboard.press("Escape");
            await press("Intrekken")(page);
          },
        ],
      ],
      ["/registry", ["other version", "dialog", press("In gebruik nemen")]],
      ["/", ["log out", "dialog", press("Uitloggen")]],
    ];
    expect(await goThrough(page, origin, full)).toEqual([]);
  });
});
