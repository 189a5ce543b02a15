import { type Completed, type CompletedCommand, firstWords, groupsOf, quote } from "./completed-command.ts";

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
  const offered = words.map(([word, description]) => quote(`${word}:${description}`));
  return `offered=(${offered.join(" ")}); _describe command offered`;
}

function writeArguments({ words, options, positionals }: CompletedCommand): string {
  const specs = options.map(({ name, description, value, isRepeatable }) => {
    const action = value === "nothing" ? "" : `:${name}:${writeAction(value)}`;
    const repeat = isRepeatable ? "*" : "";
    return quote(`${repeat}--${name}${value === "nothing" ? "" : "="}[${escapeSpec(description)}]${action}`);
  });
  // Beside an argument that nothing completes, _arguments would only name it, and complete no option.
  const rest = ["nothing", "text"].includes(positionals as string)
    ? []
    : [quote(`*:argument:${writeAction(positionals)}`)];
  const all = [...specs, ...rest].join(" \\\n        ");
  return `    ${quote(words.join(" "))})\n      _arguments ${all} ;;`;
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
