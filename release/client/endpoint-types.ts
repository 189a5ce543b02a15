/** Writes `src/http/client/endpoint-types.ts`, the printed types of the client: `npm run client`. */
import { join } from "node:path";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import { BASE_PATH } from "../../src/http/interface-version.ts";
import { generateDocument } from "../../src/http/openapi/openapi.ts";
import { printEndpointTypes } from "./print-endpoint-types.ts";

const ROOT = join(import.meta.dir, "../..");
const PATH = join(ROOT, "src/http/client/endpoint-types.ts");

/** Returns the text of the file, formatted as Biome formats it. Throws an Error when Biome fails. */
export async function generateEndpointTypes(): Promise<string> {
  const document = generateDocument(ENDPOINTS, new Map(), BASE_PATH);
  const biome = Bun.spawn([join(ROOT, "node_modules/.bin/biome"), "format", `--stdin-file-path=${PATH}`], {
    cwd: ROOT,
    stdin: new Blob([printEndpointTypes(document, ENDPOINTS)]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [text, faults] = await Promise.all([
    new Response(biome.stdout).text(),
    new Response(biome.stderr).text(),
  ]);
  if ((await biome.exited) !== 0) {
    throw new Error(`Biome cannot format the types: ${faults}`);
  }
  return text;
}

if (import.meta.main) {
  await Bun.write(PATH, await generateEndpointTypes());
}
