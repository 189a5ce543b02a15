/** The npm package of the typed client, which the server hands out: a release contains it, the sources pack it. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../../base/errors.ts";
import { computeOnce } from "../../../base/memoize.ts";
import { BUNDLED_BUILD_ID, programFile } from "../../../base/program-files.ts";
import { rootEndpoint } from "../../../http/endpoint.ts";
import { DOCS_PATH } from "./site.ts";

/** Name of the file in a release and in the URL. */
export const CLIENT_PACKAGE = "baken-client.tgz";
const PACKER = "release/client/build-client.ts";

/** Reads or packs it once for each thread. */
const readPackage = computeOnce(() =>
  BUNDLED_BUILD_ID === undefined ? packClient() : readFileSync(programFile(CLIENT_PACKAGE)),
);

/** Packs the client in a process, because `src` imports nothing of `release`. Returns undefined when that fails. */
async function packClient(): Promise<Buffer<ArrayBuffer> | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "baken-client-"));
  try {
    const command = [process.execPath, "--no-env-file", programFile(PACKER), folder];
    const child = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "ignore" });
    const path = (await new Response(child.stdout).text()).trim();
    return (await child.exited) === 0 && existsSync(path) ? readFileSync(path) : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const getClientPackage = rootEndpoint({
  path: `${DOCS_PATH}/${CLIENT_PACKAGE}`,
  summary: "Get the typed client as an npm package",
  auth: "page",
  errors: ["not_found"],
  async handler() {
    const bytes = await readPackage();
    if (bytes === undefined) {
      throw new AppError("not_found", "The client cannot be packed: run npm ci with development packages.");
    }
    return {
      status: 200,
      contentType: "application/gzip",
      cacheControl: "public, max-age=3600",
      bytes: new Uint8Array(bytes),
    };
  },
});
