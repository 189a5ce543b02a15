/** Compares the names in deploy/ and docs/install.md with those that a release makes. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { imageTag } from "../../release/container-image.ts";

const ROOT = join(import.meta.dir, "../..");
const scratch = mkdtempSync(join(tmpdir(), "baken-deploy-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Returns all documents of the YAML files in a folder of deploy/. */
function readYaml(folder: string): unknown[] {
  const path = join(ROOT, "deploy", folder);
  return readdirSync(path)
    .filter((name) => name.endsWith(".yaml"))
    .flatMap((name) => [Bun.YAML.parse(readFileSync(join(path, name), "utf8"))].flat());
}

/** Returns all values of a name, at any depth. */
function valuesOf(name: string, node: unknown): unknown[] {
  if (typeof node !== "object" || node === null) {
    return [];
  }
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...valuesOf(name, value),
  ]);
}

test.each([
  ["compose", 5],
  ["kubernetes", 3],
])("the images of baken in deploy/%s have the tag of the release", (folder, expected) => {
  const images = valuesOf("image", readYaml(folder))
    .map((image) => String(image).replace(/^\$\{BAKEN_IMAGE:-(.*)\}$/, "$1"))
    .filter((image) => image.includes("baken"));
  expect(images.length).toBeGreaterThanOrEqual(expected);
  expect(new Set(images)).toEqual(new Set([imageTag(packageJson.version)]));
});

test("install.md runs the image that the release makes, read in a way that old versions of Podman know", () => {
  const page = readFileSync(join(ROOT, "docs/install.md"), "utf8");
  const images = new Set(page.match(/localhost\/baken:\S+/g));
  expect(images).toEqual(new Set([imageTag(packageJson.version)]));
  expect(page).toContain(`zcat baken-${packageJson.version}-linux-x64-container.tar.gz | podman load`);
});

test("the publisher of deploy/kubernetes keeps its data folder from one run to the next", () => {
  const documents = readYaml("kubernetes") as { kind: string; metadata: { name: string } }[];
  const [claim] = valuesOf("persistentVolumeClaim", documents) as { claimName: string }[];
  expect(claim).toBeDefined();
  expect(documents).toContainEqual(
    expect.objectContaining({
      kind: "PersistentVolumeClaim",
      metadata: expect.objectContaining({ name: claim!.claimName }),
    }),
  );
  const job = documents.find(({ kind }) => kind === "CronJob");
  expect(valuesOf("ephemeral", job)).toEqual([]);
});

test("a release without buildah ends at once with a sentence", () => {
  symlinkSync(process.execPath, join(scratch, "bun"));
  const { exitCode, stderr } = Bun.spawnSync(
    [process.execPath, "release/main.ts", "--artefact", "container", "--out", join(scratch, "dist")],
    { cwd: ROOT, env: { PATH: scratch }, stdout: "ignore" },
  );
  expect([exitCode, stderr.toString()]).toEqual([
    1,
    expect.stringMatching(
      /^The artefact container needs buildah: apt-get install buildah\. To leave it out: .*\n$/,
    ),
  ]);
});
