/** One-line messages about a data folder that cannot be served: the fault, and the command that repairs it. */
import { join } from "node:path";
import type { FolderStatus } from "./inspect-folder.ts";
import type { RegistryStatus } from "./inspect-registry.ts";
import { POINTER_FILE } from "./pointer.ts";

/** Returns the message for a folder; undefined when its registry can be served. */
export function adviseOn(verdict: FolderStatus): string | undefined {
  const { dataDir, state } = verdict;
  switch (state) {
    case "new":
      return `${dataDir} holds no registry. ${howToBegin(dataDir)}`;
    case "begun":
      return `${dataDir} holds no registry: ${verdict.reason}. ${howToBegin(dataDir)}`;
    case "unreadable folder":
      return `the data folder ${dataDir} cannot be read: ${verdict.reason}`;
    case "no pointer":
      return `${dataDir} holds ${listNames(verdict.others)}, but no file ${POINTER_FILE} that names the one to serve. ${howToServe(verdict)}`;
    case "bad pointer":
      return `${join(dataDir, POINTER_FILE)} ${verdict.pointer.reason}. ${howToServe(verdict)}`;
    case "pointed":
      return adviseOnPointed(verdict);
  }
}

export function howToBegin(dataDir: string): string {
  return `Make one with: ${importCommands(dataDir)}; or a fictitious one with: baken demo --data ${quote(dataDir)}`;
}

/** Returns the commands that import real data into a folder. */
export function importCommands(dataDir: string): string {
  const data = `--data ${quote(dataDir)}`;
  return `baken import --download ${data}, or with files you have: baken import <extract.zip> ${data}`;
}

type Faulty = Extract<FolderStatus, { others: readonly RegistryStatus[] }>;

function adviseOnPointed(verdict: Extract<Faulty, { state: "pointed" }>): string | undefined {
  const { dataDir, registry } = verdict;
  const { state, name, reason } = registry;
  const path = join(dataDir, name);
  switch (state) {
    case "sound":
      return undefined;
    case "missing":
      return `${join(dataDir, POINTER_FILE)} names ${name}, which ${reason}. ${howToServe(verdict)}`;
    case "older":
      return `${path} ${reason}: import again, and every file stays: ${importCommands(dataDir)}`;
    case "newer":
      return `${path} ${reason}: a newer baken wrote it. Start that one, or import again: ${importCommands(dataDir)}`;
    case "unreadable":
      return `${path} ${reason}. Let this user read it; or else: ${howToServe(verdict)}`;
    default:
      return `${path} ${reason}. ${howToServe(verdict)}`;
  }
}

/** Returns the command that points `current` at a sound registry; when there is none, the fault of each file. */
function howToServe(verdict: Faulty): string {
  const { dataDir, others } = verdict;
  const sound = others.filter(({ state }) => state === "sound");
  const meant = verdict.state === "bad pointer" ? verdict.pointer.meant : undefined;
  const best = sound.find(({ name }) => name === meant) ?? sound[0];
  if (best !== undefined) {
    const choice = sound.length > 1 ? `, the newest of ${listNames(sound)}` : "";
    return `To serve ${best.name}${best.name === meant ? "" : choice}: ${repairCommand(verdict, best.name)}`;
  }
  const faults = others.map(({ name, reason }) => `${name} ${reason}. `).join("");
  return `${faults}No other registry here can serve: put the file back, or import again with --yes: ${importCommands(dataDir)}`;
}

function repairCommand(verdict: Faulty, name: string): string {
  const path = quote(join(verdict.dataDir, POINTER_FILE));
  const write = `echo ${quote(name)} > ${path}`;
  switch (verdict.state === "bad pointer" ? verdict.pointer.mend : "write") {
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

/** Quotes a word for a POSIX shell where needed. */
function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
