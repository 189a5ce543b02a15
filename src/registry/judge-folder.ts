/**
 * The state of a data folder, from which every command derives what it may do there (docs/data-folder.md). Judged by what is
 * there, and without changing anything: what does not open is not nothing.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findTraces, findUnfinishedPublish } from "./import-state.ts";
import { judgeRegistry, type RegistryState, type RegistryVerdict } from "./judge-registry.ts";
import { readPointer, type UnusablePointer } from "./pointer.ts";
import { byPublish, parseName } from "./registry-files.ts";

/**
 * - `new`: nothing of baken's but accounts, exports and the lock of imports; also a folder that is not there
 * - `begun`: no registry and no `current`, but traces of them, or of an import
 * - `unreadable folder`: not permitted, or a file
 * - `no pointer`: registries, but no `current`
 * - `bad pointer`: a `current` that names no file of the folder
 * - `pointed`: `current` names a file of the folder; its own state says the rest
 */
export type FolderVerdict = { readonly dataDir: string } & (
  | { readonly state: "new" }
  | { readonly state: "begun" | "unreadable folder"; readonly reason: string }
  | { readonly state: "no pointer"; readonly others: readonly RegistryVerdict[] }
  | {
      readonly state: "bad pointer";
      readonly pointer: UnusablePointer;
      readonly others: readonly RegistryVerdict[];
    }
  | {
      readonly state: "pointed";
      readonly registry: RegistryVerdict;
      /** The other registries, newest first; not looked for beside one that is sound. */
      readonly others: readonly RegistryVerdict[];
    }
);

/** Costs milliseconds. */
export function judgeFolder(dataDir: string): FolderVerdict {
  const pointer = readPointer(dataDir);
  if (pointer.kind === "name") {
    const registry = judgeRegistry(join(dataDir, pointer.name));
    if (registry.state === "sound") return { dataDir, state: "pointed", registry, others: [] };
    const names = listNames(dataDir);
    const others = names instanceof Error ? [] : judgeOthers(dataDir, names, registry.name);
    return { dataDir, state: "pointed", registry, others };
  }
  if (pointer.kind === "absent" && !existsSync(dataDir)) return { dataDir, state: "new" };
  const names = listNames(dataDir);
  if (names instanceof Error) return { dataDir, state: "unreadable folder", reason: names.message };
  const others = judgeOthers(dataDir, names);
  if (pointer.kind === "unusable") return { dataDir, state: "bad pointer", pointer, others };
  if (others.length > 0) return { dataDir, state: "no pointer", others };
  const reason = findTraces(dataDir, names);
  return reason === undefined ? { dataDir, state: "new" } : { dataDir, state: "begun", reason };
}

/** Its error where the folder cannot be read. */
function listNames(dataDir: string): string[] | Error {
  try {
    return readdirSync(dataDir);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const A_REGISTRY_BY_NAME = /^registry-.*\.gpkg$/;
/** What a GeoPackage of another name must be to be one of baken's. */
const A_REGISTRY_BY_CONTENT: readonly RegistryState[] = ["sound", "older", "newer"];

/** What is named as a registry, whatever it is, and registries of other names; the newest first. */
function judgeOthers(dataDir: string, names: readonly string[], pointed?: string): RegistryVerdict[] {
  const aside = [pointed, findUnfinishedPublish(dataDir)];
  return names
    .filter((name) => name.endsWith(".gpkg") && !aside.includes(name))
    .map((name) => judgeRegistry(join(dataDir, name)))
    .filter(({ name, state }) => A_REGISTRY_BY_NAME.test(name) || A_REGISTRY_BY_CONTENT.includes(state))
    .sort(newestFirst);
}

function newestFirst(a: RegistryVerdict, b: RegistryVerdict): number {
  const [first, second] = [parseName(a.name), parseName(b.name)];
  if (first !== undefined && second !== undefined) return byPublish(second, first);
  return Number(second !== undefined) - Number(first !== undefined) || (a.name < b.name ? -1 : 1);
}
