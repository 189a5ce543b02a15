/** One-line messages about a data folder that cannot be served: the fault, and the command that repairs it. */
import { join } from "node:path";
import type { Language } from "../../base/language.ts";
import { shellWord } from "../../base/shell-word.ts";
import type { FolderStatus } from "./inspect-folder.ts";
import type { RegistryStatus } from "./inspect-registry.ts";
import { POINTER_FILE } from "./pointer.ts";

/** Returns the message for a folder; undefined when its registry can be served. */
export function describeFolderFault(status: FolderStatus): string | undefined {
  const { dataDir, state } = status;
  switch (state) {
    case "new":
      return `${dataDir} holds no registry. ${importHint(dataDir)}`;
    case "incomplete":
      return `${dataDir} holds no registry: ${status.reason}. ${importHint(dataDir)}`;
    case "unreadable folder":
      return `the data folder ${dataDir} cannot be read: ${status.reason}`;
    case "no pointer":
      return `${dataDir} holds ${listNames(status.others)}, but no file ${POINTER_FILE} that names the one to serve. ${serveHint(status)}`;
    case "bad pointer":
      return `${join(dataDir, POINTER_FILE)} ${status.pointer.reason}. ${serveHint(status)}`;
    case "pointed":
      return describePointedFault(status);
  }
}

export function importHint(dataDir: string): string {
  return `Make one with: ${importCommands(dataDir)}; or a sample of real data with: baken import --sample --data ${shellWord(dataDir)}`;
}

/** Returns the commands that import real data into a folder. */
export function importCommands(dataDir: string, language: Language = "en"): string {
  const data = `--data ${shellWord(dataDir)}`;
  const own = language === "en" ? "or with files you have" : "of met eigen bestanden";
  return `baken import --download ${data}, ${own}: baken import <extract.zip> ${data}`;
}

type FolderWithRegistries = Extract<FolderStatus, { others: readonly RegistryStatus[] }>;

function describePointedFault(
  status: Extract<FolderWithRegistries, { state: "pointed" }>,
): string | undefined {
  const { dataDir, registry } = status;
  const { state, name, reason } = registry;
  const path = join(dataDir, name);
  switch (state) {
    case "valid":
      return undefined;
    case "missing":
      return `${join(dataDir, POINTER_FILE)} names ${name}, which ${reason}. ${serveHint(status)}`;
    case "older":
      return `${path} ${reason}; import again (existing files are kept): ${importCommands(dataDir)}`;
    case "newer":
      return `${path} ${reason}: a newer version of baken wrote it. Use that version, or import again: ${importCommands(dataDir)}`;
    case "unreadable":
      return `${path} ${reason}. Give this user permission to read it. ${serveHint(status)}`;
    default:
      return `${path} ${reason}. ${serveHint(status)}`;
  }
}

/** Returns the command that points `current` at a valid registry; when there is none, the fault of each file. */
function serveHint(status: FolderWithRegistries): string {
  const { dataDir, others } = status;
  const valid = others.filter(({ state }) => state === "valid");
  const intendedName = status.state === "bad pointer" ? status.pointer.intendedName : undefined;
  const best = valid.find(({ name }) => name === intendedName) ?? valid[0];
  if (best !== undefined) {
    const choice = valid.length > 1 ? `, the newest of ${listNames(valid)}` : "";
    return `To serve ${best.name}${best.name === intendedName ? "" : choice}: ${repairCommand(status, best.name)}`;
  }
  const faults = others.map(({ name, reason }) => `${name} ${reason}. `).join("");
  return `${faults}No other registry here can serve: put the file back, or import again with --yes: ${importCommands(dataDir)}`;
}

function repairCommand(status: FolderWithRegistries, name: string): string {
  const path = shellWord(join(status.dataDir, POINTER_FILE));
  const write = `echo ${shellWord(name)} > ${path}`;
  switch (status.state === "bad pointer" ? status.pointer.repair : "write") {
    case "write":
      return write;
    case "unlink":
      return `rm ${path} && ${write}`;
    case "move":
      return `mv ${path} ${path}.moved && ${write}`;
    case "permit":
      return `chmod a+r ${path}`;
  }
}

function listNames(files: readonly RegistryStatus[]): string {
  return files.map(({ name }) => name).join(", ");
}
