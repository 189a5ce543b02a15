/** Scripts that complete the command line in bash, fish and zsh. */
import {
  type Completed,
  type CompletedCommand,
  firstWords,
  groupsOf,
  quoteForShell,
} from "./completed-command.ts";

/** Writes the completion of bash; it needs no other package of completions. */
export function writeBash(commands: readonly CompletedCommand[]): string {
  const groups = Array.from(groupsOf(commands), ([first, members]) => {
    const seconds = members.map(({ words }) => words[1]).join(" ");
    return `    ${first})
      if ((COMP_CWORD == 2)); then _baken_words ${quoteForShell(seconds)}; return; fi
      command="${first} \${COMP_WORDS[2]}" ;;`;
  });
  return `# Completion of baken for bash, from: baken completion bash
_baken_words() {
  COMPREPLY=($(compgen -W "$1" -- "$current"))
  # Nothing that begins so: no file names either.
  compopt +o default +o bashdefault 2>/dev/null
}

_baken_folders() {
  local IFS=$'\\n'
  compopt -o filenames +o default +o bashdefault 2>/dev/null
  COMPREPLY=($(compgen -d -- "$current"))
}

_baken() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  # Bash takes --option=value apart at the sign.
  if [[ $current == "=" ]]; then current=; elif [[ $previous == "=" ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if ((COMP_CWORD == 1)); then _baken_words ${quoteForShell(`${[...firstWords(commands).keys()].join(" ")} --help --version`)}; return; fi
  case $command in
${groups.join("\n")}
  esac
  case "$command $previous" in
${commands.flatMap(writeValues).join("\n")}
  esac
  case $command in
${commands.map(writeOptions).join("\n")}
  esac
}

complete -o bashdefault -o default -F _baken baken
`;
}

/** Without words, bash completes the names of files itself. */
function writeValues({ words, options }: CompletedCommand): string[] {
  return options
    .filter(({ value }) => value !== "nothing")
    .map(
      ({ name, value }) => `    ${quoteForShell(`${words.join(" ")} --${name}`)}) ${writeReply(value)} ;;`,
    );
}

function writeReply(value: Completed): string {
  if (value === "folders") {
    return "_baken_folders; return";
  }
  const words = typeof value === "string" ? "" : value.join(" ");
  return value === "files" ? "return" : `_baken_words ${quoteForShell(words)}; return`;
}

function writeOptions({ words, options, positionals }: CompletedCommand): string {
  const names = options.map(({ name }) => `--${name}`).join(" ");
  const offered = typeof positionals === "string" ? names : `${positionals.join(" ")} ${names}`;
  const condition = positionals === "files" ? "[[ $current != -* ]] || " : "";
  return `    ${quoteForShell(words.join(" "))}) ${condition}_baken_words ${quoteForShell(offered)} ;;`;
}

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
  return `complete -c baken -n ${quoteForShell(condition)} -a ${quoteForShell(word)} -d ${quoteForFish(description)}`;
}

function writeCommand({ words, options, positionals }: CompletedCommand): string[] {
  const condition = quoteForShell(`__baken_in ${words.join(" ")}`);
  const lines = options.map(
    ({ name, description, value }) =>
      `complete -c baken -n ${condition} -l ${name}${writeValue(value)} -d ${quoteForFish(description)}`,
  );
  const rest = positionals === "nothing" || positionals === "text" ? "" : writePositionals(positionals);
  return rest === "" ? lines : [...lines, `complete -c baken -n ${condition}${rest}`];
}

function writeValue(value: Completed): string {
  if (typeof value !== "string") {
    return ` -x -a ${quoteForShell(value.join(" "))}`;
  }
  return { nothing: "", text: " -x", files: " -r -F", folders: " -x -a '(__fish_complete_directories)'" }[
    value
  ];
}

function writePositionals(value: Completed): string {
  return typeof value === "string" ? " -F" : ` -a ${quoteForShell(value.join(" "))}`;
}

/** Fish knows two escapes between single quotes. */
function quoteForFish(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (sign) => `\\${sign}`)}'`;
}

/** Writes the completion of zsh: a function file of `fpath`, or a script to source. */
export function writeZsh(commands: readonly CompletedCommand[]): string {
  const groups = Array.from(groupsOf(commands), ([first, members]) => {
    const seconds = members.map(({ words, summary }) => [words[1]!, summary] as const);
    return `    ${first})
      if (( CURRENT == 3 )); then ${writeDescribe(seconds)}; return; fi
      command="${first} $words[3]"
      shift words; (( CURRENT-- )) ;;`;
  });
  return `#compdef baken
# Completion of baken for zsh, from: baken completion zsh
_baken() {
  local command=$words[2]
  local -a offered
  if (( CURRENT == 2 )); then ${writeDescribe([...firstWords(commands)])}; return; fi
  case $command in
${groups.join("\n")}
  esac
  shift words; (( CURRENT-- ))
  case $command in
${commands.map(writeArguments).join("\n")}
  esac
}

if [ "$funcstack[1]" = "_baken" ]; then _baken "$@"; else compdef _baken baken; fi
`;
}

function writeDescribe(words: readonly (readonly [word: string, description: string])[]): string {
  const offered = words.map(([word, description]) => quoteForShell(`${word}:${description}`));
  return `offered=(${offered.join(" ")}); _describe command offered`;
}

function writeArguments({ words, options, positionals }: CompletedCommand): string {
  const specs = options.map(({ name, description, value, isRepeatable }) => {
    const action = value === "nothing" ? "" : `:${name}:${writeAction(value)}`;
    const repeat = isRepeatable ? "*" : "";
    return quoteForShell(
      `${repeat}--${name}${value === "nothing" ? "" : "="}[${escapeSpec(description)}]${action}`,
    );
  });
  // Beside an argument that nothing completes, _arguments would only name it, and complete no option.
  const rest = ["nothing", "text"].includes(positionals as string)
    ? []
    : [quoteForShell(`*:argument:${writeAction(positionals)}`)];
  const all = [...specs, ...rest].join(" \\\n        ");
  return `    ${quoteForShell(words.join(" "))})\n      _arguments ${all} ;;`;
}

function writeAction(value: Completed): string {
  if (typeof value !== "string") {
    return `(${value.join(" ")})`;
  }
  return { nothing: "", text: "", files: "_files", folders: "_files -/" }[value];
}

/** Escapes the signs that have a meaning in a description of _arguments. */
function escapeSpec(text: string): string {
  return text.replaceAll(/[\][:\\]/g, (sign) => `\\${sign}`);
}
