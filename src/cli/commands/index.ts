import type { Command } from "../command.ts";

/** All commands by name, as typed; each is loaded only when it is called. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./serve.ts")).serve,
  import: async () => (await import("./import.ts")).importExtract,
  update: async () => (await import("./update.ts")).update,
  use: async () => (await import("./use.ts")).use,
  publish: async () => (await import("./publish.ts")).publish,
  fetch: async () => (await import("./fetch.ts")).fetchPublished,
  geocode: async () => (await import("./geocode.ts")).geocode,
  recheck: async () => (await import("./recheck.ts")).recheck,
  find: async () => (await import("./find.ts")).find,
  export: async () => (await import("./export.ts")).exportTable,
  changes: async () => (await import("./changes.ts")).changes,
  tiles: async () => (await import("./tiles.ts")).tiles,
  static: async () => (await import("./static.ts")).staticFiles,
  open: async () => (await import("./open.ts")).open,
  mcp: async () => (await import("./mcp.ts")).mcp,
  init: async () => (await import("./init.ts")).init,
  status: async () => (await import("./status.ts")).status,
  doctor: async () => (await import("./doctor.ts")).doctor,
  nodes: async () => (await import("./nodes.ts")).nodes,
  "upgrade-check": async () => (await import("./upgrade-check.ts")).upgradeCheck,
  backup: async () => (await import("./backup.ts")).backup,
  restore: async () => (await import("./backup.ts")).restore,
  "keys create": async () => (await import("./keys.ts")).keysCreate,
  "keys list": async () => (await import("./keys.ts")).keysList,
  "keys show": async () => (await import("./keys.ts")).keysShow,
  "keys update": async () => (await import("./keys.ts")).keysUpdate,
  "keys revoke": async () => (await import("./keys.ts")).keysRevoke,
  "keys rotate": async () => (await import("./keys.ts")).keysRotate,
  "keys uses": async () => (await import("./key-uses.ts")).keysUses,
  "keys copy": async () => (await import("./keys-copy.ts")).keysCopy,
  "jobs list": async () => (await import("./jobs.ts")).jobsList,
  "jobs cancel": async () => (await import("./jobs.ts")).jobsCancel,
  audit: async () => (await import("./audit.ts")).audit,
  log: async () => (await import("./log.ts")).log,
  completion: async () => (await import("./completion.ts")).completion,
};

/** Texts for commands that are gone: the commands to use instead. */
export const REPLACED_COMMANDS: Readonly<Record<string, string>> = {
  demo: "For a sample of real data: baken import --sample. For an invented country, in a clone of the repository: npm run country.",
};

/** Returns the longest name of a command that the arguments start with. */
export function commandName([first = "", second = ""]: readonly string[]): string | undefined {
  return [`${first} ${second}`, first].find((name) => Object.hasOwn(COMMANDS, name));
}
