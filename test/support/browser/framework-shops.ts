/** Shops of web frameworks: bundles a component of a framework as its tools do, and renders it as its server does. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildClientPackage } from "../../../release/client/build-client.ts";

const MODULES = join(import.meta.dir, "../../../node_modules");

export interface RenderedShop {
  /** HTML of the component as the server renders it. */
  readonly html: string;
  /** Script that hydrates the HTML, or renders the component where the page has no HTML yet. */
  readonly script: string;
}

type Side = "client" | "server";
interface Framework {
  readonly packages: readonly string[];
  /** Name of the component's file; its content is the sample of the documentation. */
  readonly file: string;
  readonly client: string;
  /** Module whose default export is the HTML. */
  readonly server: string;
  /** Compiles the component to JavaScript; absent where Bun does. */
  compile?(source: string, side: Side): string | Promise<string>;
}

/** Root of the application in the page. */
const ROOT = `document.querySelector("#app")`;

export const FRAMEWORKS = {
  react: {
    packages: ["react", "react-dom"],
    file: "checkout.tsx",
    client: `import { createRoot, hydrateRoot } from "react-dom/client";
import { Checkout } from "./checkout.tsx";
if (${ROOT}.childNodes.length > 0) hydrateRoot(${ROOT}, <Checkout />);
else createRoot(${ROOT}).render(<Checkout />);`,
    server: `import { renderToString } from "react-dom/server";
import { Checkout } from "./checkout.tsx";
export default renderToString(<Checkout />);`,
  },
  vue: {
    packages: ["vue"],
    file: "checkout.vue",
    client: `import { createApp, createSSRApp } from "vue";
import Checkout from "./checkout.vue";
(${ROOT}.childNodes.length > 0 ? createSSRApp : createApp)(Checkout).mount(${ROOT});`,
    server: `import { createSSRApp } from "vue";
import { renderToString } from "vue/server-renderer";
import Checkout from "./checkout.vue";
export default await renderToString(createSSRApp(Checkout));`,
    async compile(source, side) {
      const { compileScript, parse } = await import("vue/compiler-sfc");
      const compilerOptions = { isCustomElement: (tag: string) => tag === "baken-address" };
      const { descriptor } = parse(source, {
        filename: "checkout.vue",
        templateParseOptions: compilerOptions,
      });
      const templateOptions = { ssr: side === "server", ssrCssVars: [], compilerOptions };
      return compileScript(descriptor, { id: "checkout", inlineTemplate: true, templateOptions }).content;
    },
  },
  svelte: {
    packages: ["svelte"],
    file: "checkout.svelte",
    client: `import { hydrate, mount } from "svelte";
import Checkout from "./checkout.svelte";
(${ROOT}.childNodes.length > 0 ? hydrate : mount)(Checkout, { target: ${ROOT} });`,
    server: `import { render } from "svelte/server";
import Checkout from "./checkout.svelte";
export default render(Checkout).body;`,
    async compile(source, side) {
      const { compile } = await import("svelte/compiler");
      return compile(source, { filename: "checkout.svelte", generate: side, dev: true }).js.code;
    },
  },
} satisfies Record<string, Framework>;
export type FrameworkName = keyof typeof FRAMEWORKS;

/** Puts the frameworks and the package of the client, as it is published, into `folder`. */
export async function installPackages(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  for (const name of Object.values(FRAMEWORKS).flatMap(({ packages }) => packages)) {
    symlinkSync(join(MODULES, name), join(modules, name));
  }
  // Bun caches the contents of a folder that it has seen, so the package is made elsewhere.
  const made = mkdtempSync(join(tmpdir(), "baken-client-"));
  await buildClientPackage(made);
  renameSync(made, join(modules, "baken-client"));
}

/** Makes a shop of the component `source` below `folder`, in which {@link installPackages} was called. */
export async function renderShop(name: FrameworkName, source: string, folder: string): Promise<RenderedShop> {
  const framework: Framework = FRAMEWORKS[name];
  const work = join(folder, name);
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, framework.file), source);
  writeFileSync(join(work, "client.jsx"), framework.client);
  writeFileSync(join(work, "server.jsx"), framework.server);
  const script = await bundle(framework, join(work, "client.jsx"), "client");
  const serverScript = join(work, `server-${crypto.randomUUID()}.mjs`);
  writeFileSync(serverScript, await bundle(framework, join(work, "server.jsx"), "server"));
  return { html: (await import(serverScript)).default, script };
}

/** Bundles for development, in which frameworks report faults on the console. */
async function bundle({ compile }: Framework, entry: string, side: Side): Promise<string> {
  const compiler: Bun.BunPlugin = {
    name: "components",
    setup(build) {
      if (compile !== undefined) {
        build.onLoad({ filter: /checkout\.(vue|svelte)$/ }, async ({ path }) => ({
          contents: await compile(readFileSync(path, "utf8"), side),
          loader: "ts",
        }));
      }
    },
  };
  const built = await Bun.build({
    entrypoints: [entry],
    target: side === "client" ? "browser" : "bun",
    conditions: ["development"],
    plugins: [compiler],
    define: {
      "process.env.NODE_ENV": '"development"',
      __VUE_OPTIONS_API__: "false",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
  });
  // The element loads its reader of static files on demand; these tests never need it.
  return await built.outputs.find(({ kind }) => kind === "entry-point")!.text();
}
