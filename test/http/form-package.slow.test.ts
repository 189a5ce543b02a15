/**
 * Packs the form component with the client, and uses it as shops do: TypeScript compiles it with the types of each
 * framework, by both versions of the compiler, and Node imports it without a DOM.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildClientPackage } from "../../release/client/build-client.ts";
import { collectOutcome, start } from "../support/processes/baken-process.ts";

const ROOT = join(import.meta.dir, "../..");
const project = mkdtempSync(join(tmpdir(), "baken-form-package-"));

const GUIDE = readFileSync(join(ROOT, "docs/embed.md"), "utf8");

/** Uses of the element in each framework; the lines that must not compile say so. */
const FILES = {
  "sample.tsx": GUIDE.match(/^```tsx\n(.*?)^```$/ms)![1]!,
  "plain.ts": `import type { AddressChange } from "baken-client/form";
import "baken-client/form";
const element = document.querySelector("baken-address")!;
element.value = { postcode: "1382KT" };
element.apiKey = "key";
export const street: string = element.value.street;
element.addEventListener("address-change", ({ detail }) => tell(detail));
function tell({ certainty, address }: AddressChange): string | undefined {
  return certainty === "confirmed" ? address?.straatnaam : undefined;
}
// @ts-expect-error no field of this name
element.value = { country: "NL" };
`,
  "react.tsx": `import type { BakenAddressElement } from "baken-client/form/react";
import "baken-client/form/react";
import { useRef } from "react";
export function Shop() {
  const element = useRef<BakenAddressElement>(null);
  const street = () => element.current?.value.street;
  return (
    <baken-address ref={element} api-key="key" className="wide" mode="search" required value={{ postcode: "1382KT" }}
      onClick={street} onaddress-change={({ detail }) => detail.address?.straatnaam}>
      <input name="postcode" />
    </baken-address>
  );
}
// @ts-expect-error no such mode
export const WrongMode = () => <baken-address mode="map" />;
// @ts-expect-error a flag
export const WrongFlag = () => <baken-address strict="yes" />;
`,
  "vue.ts": `import "baken-client/form/vue";
import type { GlobalComponents } from "vue";
type Properties = InstanceType<GlobalComponents["baken-address"]>["$props"];
export const good: Properties = {
  ...{ "api-key": "key", required: true, class: "wide", mode: "search" },
  onAddressChange: ({ detail }) => detail.values.street,
};
// @ts-expect-error no such mode
export const wrong: Properties = { mode: "map" };
`,
  "svelte.ts": `import "baken-client/form/svelte";
import type { SvelteHTMLElements } from "svelte/elements";
export const good: SvelteHTMLElements["baken-address"] = {
  ...{ "api-key": "key", required: true, class: "wide", mode: "search" },
  "onaddress-change": ({ detail }) => detail.values.street,
};
// @ts-expect-error no such mode
export const wrong: SvelteHTMLElements["baken-address"] = { mode: "map" };
`,
};

async function run(...words: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await collectOutcome(start(words));
  expect({ exitCode, output: stdout + stderr }).toEqual({ exitCode: 0, output: stdout + stderr });
  return stdout;
}

beforeAll(async () => {
  const modules = join(project, "node_modules");
  await buildClientPackage(join(modules, "baken-client"));
  for (const name of ["react", "@types/react", "vue", "svelte"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(project, name), text);
  }
});
afterAll(() => rmSync(project, { recursive: true }));

test.each([
  ["typescript", "node16", "node16"],
  ["typescript", "esnext", "bundler"],
  ["typescript-5", "esnext", "bundler"],
])("%s compiles it in React, Vue, Svelte and without: %s, moduleResolution %s", async (...names) => {
  const [compiler, module, moduleResolution] = names;
  const options = { module, moduleResolution, lib: ["es2022", "dom", "dom.iterable"], target: "es2022" };
  const compilerOptions = {
    ...options,
    ...{ jsx: "react-jsx", types: [], strict: true, exactOptionalPropertyTypes: true, noEmit: true },
  };
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: Object.keys(FILES) }),
  );
  await run("node", join(ROOT, "node_modules", compiler, "bin/tsc"), "--project", project);
});

test.each(["", "/react", "/vue", "/svelte"])(
  "Node imports baken-client/form%s without a DOM",
  async (subpath) => {
    const program = `await import("baken-client/form${subpath}"); console.log(typeof HTMLElement);`;
    writeFileSync(join(project, "program.mjs"), program);
    expect(await run("node", join(project, "program.mjs"))).toBe("undefined\n");
  },
);
