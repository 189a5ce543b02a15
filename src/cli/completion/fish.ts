import { type Completed, type CompletedCommand, firstWords, groupsOf, quote } from "./completed-command.ts";

/** Writes the completion of fish. */
export function writeFish(commands: readonly CompletedCommand[]): string {
  const first = Array.from(firstWords(commands), ([word, summary]) => writeWord("__baken_at", word, summary));
  const second = Array.from(groupsOf(commands), ([group, members]) =>
    members.map(({ words, summary }) => writeWord(`__baken_at ${group}`, words[1]!, summary)),
  );
  return `# Completion of baken for fish, from: baken completion fish
# True when exactly these words precede the one at the cursor.
function __baken_at
    set -l typed (commandline -opc)[2..]
    test "$typed" = "$argv"
end
# True when the command line begins with these words.
function __baken_in
    set -l typed (commandline -opc)[2..]
    test (count $typed) -ge (count $argv); and test "$typed[1..$(count $argv)]" = "$argv"
end

complete -c baken -f
${[...first, ...second.flat(), ...commands.flatMap(writeCommand)].join("\n")}
`;
}

function writeWord(condition: string, word: string, description: string): string {
  return `complete -c baken -n ${quote(condition)} -a ${quote(word)} -d ${quoteForFish(description)}`;
}

function writeCommand({ words, options, positionals }: CompletedCommand): string[] {
  const condition = quote(`__baken_in ${words.join(" ")}`);
  const lines = options.map(
    ({ name, description, value }) =>
      `complete -c baken -n ${condition} -l ${name}${writeValue(value)} -d ${quoteForFish(description)}`,
  );
  const rest = positionals === "nothing" || positionals === "text" ? "" : writePositionals(positionals);
  return rest === "" ? lines : [...lines, `complete -c baken -n ${condition}${rest}`];
}

function writeValue(value: Completed): string {
  if (typeof value !== "string") {
    return ` -x -a ${quote(value.join(" "))}`;
  }
  return { nothing: "", text: " -x", files: " -r -F", folders: " -x -a '(__fish_complete_directories)'" }[
    value
  ];
}

function writePositionals(value: Completed): string {
  return typeof value === "string" ? " -F" : ` -a ${quote(value.join(" "))}`;
}

/** Fish knows two escapes between single quotes. */
function quoteForFish(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (sign) => `\\${sign}`)}'`;
}
