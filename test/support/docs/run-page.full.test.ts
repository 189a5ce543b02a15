/** Checks that the test of samples detects each way in which a sample can fail. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { blocksOf } from "./blocks.ts";
import { faultOfData } from "./read-data.ts";
import { runPage } from "./run-page.ts";

setDefaultTimeout(120_000);

const BEGIN = `
\`\`\`sh
export BAKEN_URL=http://127.0.0.1:8080
read -r BAKEN_KEY && export BAKEN_KEY
\`\`\`
`;
const LOOKUP = `curl -H "Authorization: Bearer $BAKEN_KEY" "$BAKEN_URL/api/v1/addresses/lookup?postcode=1382KT&number=`;
const block = (language: string, code: string) => `\n\`\`\`${language}\n${code}\n\`\`\`\n`;
const faultsOf = (page: string) => runPage(blocksOf("page", page), () => false);

test("a page that does what it says has no fault", async () => {
  const answer = block("json", '{"data":{"huisnummer":5}}');
  const refused = `\nThis number does not exist (404):${block("sh", `${LOOKUP}6"`)}`;
  const python = block("python", 'import os\nprint(os.environ["BAKEN_KEY"] != "")');
  const output = block("text", "Tr…");
  const page = BEGIN + block("sh", `${LOOKUP}5a"`) + answer + refused + python + output;
  expect(await faultsOf(page)).toEqual([]);
});

test("a status that is not announced, another output and a failed command are faults", async () => {
  const other = block("sh", `${LOOKUP}5a"`) + block("json", '{"data":{"huisnummer":6}}');
  const page = BEGIN + block("sh", `${LOOKUP}6"`) + other + block("sh", "false") + block("sh", "echo later");
  expect(await faultsOf(page)).toEqual([
    expect.stringContaining("page:7: status 404"),
    "page:11: /data/huisnummer: 6 is 5",
    expect.stringContaining("page:19: failed"),
    "page:23: was not reached",
  ]);
});

test("a variable that the page does not set is a fault", async () => {
  expect(await faultsOf(block("sh", 'echo "$JOB"'))).toEqual([
    expect.stringContaining("JOB: unbound variable"),
  ]);
});

test("a block without a language, or of data that is wrong, is a fault", async () => {
  const blocks = blocksOf("page", block("", "ls") + block("json", "{") + block("yaml", "a: 1"));
  expect(await Promise.all(blocks.map(faultOfData))).toEqual([
    "page:2: the block has no language",
    expect.stringContaining("page:6: "),
    undefined,
  ]);
});
