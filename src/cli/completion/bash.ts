import { type Completed, type CompletedCommand, firstWords, groupsOf, quote } from "./completed-command.ts";

/** Writes the completion of bash; it needs no other package of completions. */
export function writeBash(commands: readonly CompletedCommand[]): string {
  const groups = Array.from(groupsOf(commands), ([first, members]) => {
    const seconds = members.map(({ words }) => words[1]).join(" ");
    return `    ${first})
      if ((COMP_CWORD == 2)); then _baken_words ${quote(seconds)}; return; fi
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
  if ((COMP_CWORD == 1)); then _baken_words ${quote(`${[...firstWords(commands).keys()].join(" ")} --help --version`)}; return; fi
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
    .map(({ name, value }) => `    ${quote(`${words.join(" ")} --${name}`)}) ${writeReply(value)} ;;`);
}

function writeReply(value: Completed): string {
  if (value === "folders") {
    return "_baken_folders; return";
  }
  const words = typeof value === "string" ? "" : value.join(" ");
  return value === "files" ? "return" : `_baken_words ${quote(words)}; return`;
}

function writeOptions({ words, options, positionals }: CompletedCommand): string {
  const names = options.map(({ name }) => `--${name}`).join(" ");
  const offered = typeof positionals === "string" ? names : `${positionals.join(" ")} ${names}`;
  const condition = positionals === "files" ? "[[ $current != -* ]] || " : "";
  return `    ${quote(words.join(" "))}) ${condition}_baken_words ${quote(offered)} ;;`;
}
