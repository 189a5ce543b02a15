/** Reads the pointer of a data folder and finds the registry file that it names. */
import { join } from "node:path";
import { fileIdentityOf } from "./file-identity.ts";
import { POINTER_FILE, readPointer } from "./pointer.ts";

/** Path of the registry to serve, or the fault of the pointer. */
export type RegistryTarget = { readonly path: string } | { readonly fault: string };

/** Returns the registry that `dataDir` points at; `undefined` when the pointer is absent. */
export function readPointerTarget(dataDir: string): RegistryTarget | undefined {
  const pointer = readPointer(dataDir);
  if (pointer.kind === "name") {
    return { path: join(dataDir, pointer.name) };
  }
  return pointer.kind === "absent"
    ? undefined
    : { fault: `${join(dataDir, POINTER_FILE)} ${pointer.reason}` };
}

/** Returns a key that is equal for the same file under the same name, or for the same fault. */
export function keyOfTarget(target: RegistryTarget | undefined): string {
  if (target === undefined) {
    return "";
  }
  return "fault" in target ? target.fault : `${target.path}\n${fileIdentityOf(target.path)}`;
}
