import { readServiceManager } from "./base/config.ts";
import { didYouMean } from "./base/did-you-mean.ts";
import { explainFault } from "./base/disk-fault.ts";
import { AppError } from "./base/errors.ts";
import { watchRun } from "./base/folder-notes.ts";
import { configureLog, redactSecrets } from "./base/log.ts";
import { SOFTWARE_VERSION } from "./base/version.ts";
import { type Command, parseCommand } from "./cli/command.ts";
import { COMMANDS, commandName, REPLACED_COMMANDS } from "./cli/commands/index.ts";
import { renderHelp, renderOverview } from "./cli/help.ts";
import { finishOutput, printNote, printResult } from "./cli/output.ts";
import { CHECK_COMPANION, GEOCODE_JOB } from "./cli/self-command.ts";
import { SIGNAL_EXIT_CODES, StoppedBySignal, type StopSignal } from "./cli/stop-signals.ts";

const HELP_WORDS = ["--help", "-h", "help"];

/**
 * 0: done. 1: the user must change something. 2: an internal error. 78: 1 of a service whose settings are refused; its
 * unit does not start it again. 130, 143: ended by SIGINT, SIGTERM.
 */
type ExitCode = 0 | 1 | 2 | 78 | 130 | 143;

const exitCode = await main(process.argv.slice(2));
await finishOutput();
process.exit(exitCode);

async function main(argv: readonly string[]): Promise<ExitCode> {
  try {
    await runCommand(argv);
    return 0;
  } catch (error) {
    if (error instanceof AppError) {
      printNote(`baken: ${redactSecrets(error.message)}`);
      if (error.code === "usage") {
        printNote(`Try: baken ${commandName(argv) ?? ""} --help`.replace("  ", " "));
      }
      if (error instanceof StoppedBySignal) {
        return endBy(error.signal);
      }
      return error.code === "usage" && readServiceManager() !== undefined ? 78 : 1;
    }
    const description = explainFault(error);
    if (description !== undefined) {
      printNote(`baken: ${description}`);
      return 1;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    printNote(`baken: internal error\n${redactSecrets(text)}`);
    return 2;
  }
}

/**
 * Ends the process by the signal, as commands end that do not catch it: a loop of a shell stops only then. Process 1
 * of a container outlives its own signals, and ends by the exit code.
 */
function endBy(signal: StopSignal): ExitCode {
  process.kill(process.pid, signal);
  return SIGNAL_EXIT_CODES[signal];
}

async function runCommand(argv: readonly string[]): Promise<void> {
  const name = commandName(argv);
  if (name === undefined) {
    return runWithoutCommand(argv);
  }
  const command = await COMMANDS[name]!();
  const rest = argv.slice(name.split(" ").length);
  if (rest.includes("--help") || rest.includes("-h")) {
    return printResult(renderHelp(command, process.stdout.columns));
  }
  const parsed = parseCommand(command, rest);
  configureLog(parsed.settings);
  const run = () => command.run(parsed, () => loadCommands(Object.keys(COMMANDS)));
  await (command.isWatched?.(parsed) ? watchRun(parsed.settings.data, name, run) : run());
}

function loadCommands(names: readonly string[]): Promise<Command[]> {
  return Promise.all(names.map((name) => COMMANDS[name]!()));
}

async function describeAsJson(): Promise<string> {
  const { describeBuild } = await import("./cli/describe-build.ts");
  return JSON.stringify(describeBuild());
}

async function runWithoutCommand(argv: readonly string[]): Promise<void> {
  const [first = "--help", second = "--help"] = argv;
  if (first === "--version") {
    return printResult(second === "--json" ? await describeAsJson() : SOFTWARE_VERSION);
  }
  if (first === GEOCODE_JOB) {
    const { runJobProcess } = await import("./exports/geocode/job-process.ts");
    return runJobProcess();
  }
  if (first === CHECK_COMPANION) {
    const { checkCompanion } = await import("./import/companions/check-companion.ts");
    return checkCompanion(argv.slice(1));
  }
  // `baken keys` alone is no command: it lists the commands that begin with it.
  const group = HELP_WORDS.includes(first) ? "" : `${first} `;
  const names = Object.keys(COMMANDS).filter((name) => name.startsWith(group));
  if (names.length > 0 && (group === "" || HELP_WORDS.includes(second))) {
    return printResult(renderOverview(await loadCommands(names), process.stdout.columns));
  }
  const typed = argv.slice(0, 2).join(" ");
  const hint = Object.hasOwn(REPLACED_COMMANDS, first)
    ? ` ${REPLACED_COMMANDS[first]}`
    : didYouMean(typed, Object.keys(COMMANDS));
  throw new AppError("usage", `Unknown command ${typed}.${hint}`);
}
