/** Scripts that complete the command line in bash, fish and zsh: the list of words, and how each shell looks it up. */

/**
 * Lookup in bash and zsh: finds the words that follow a command of one or two words and its last option, the longest
 * context first. Expects the list, `first`, `second` and `previous`; sets `offered`.
 */
const LOOK_UP = `  local context rest newline=$'\\n'
  [[ $second == -* ]] && second=
  [[ $previous == --* ]] || previous=
  for context in \${second:+"$first $second $previous"} "$first $previous" \${second:+"$first $second"} "$first"; do
    rest="\${_baken_list#*$newline$context|}"
    if [[ $rest != "$_baken_list" ]]; then offered="\${rest%%$newline*}"; return; fi
  done`;

function writeList(lines: readonly string[]): string {
  return `_baken_list='\n${lines.join("\n")}\n'`;
}

/** Writes the completion of bash; it needs no other package of completions. */
export function writeBash(lines: readonly string[]): string {
  return `# Completion of baken for bash, from: baken completion bash
${writeList(lines)}
_baken_look_up() {
${LOOK_UP}
}

_baken() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} first= second= offered=
  COMPREPLY=()
  # Bash takes --option=value apart at the sign.
  if [[ $current == "=" ]]; then current=; elif [[ $previous == "=" ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  ((COMP_CWORD > 1)) && first=\${COMP_WORDS[1]}
  ((COMP_CWORD > 2)) && second=\${COMP_WORDS[2]}
  _baken_look_up
  if [[ $offered == "<folders>"* ]]; then
    local IFS=$'\\n'
    compopt -o filenames +o default +o bashdefault 2>/dev/null
    COMPREPLY=($(compgen -d -- "$current"))
  elif [[ $offered != "<files>"* || $current == -* ]]; then
    COMPREPLY=($(compgen -W "\${offered#<files>}" -- "$current"))
    # Nothing that begins so: no file names either.
    compopt +o default +o bashdefault 2>/dev/null
  fi
}

complete -o bashdefault -o default -F _baken baken
`;
}

/** Writes the completion of zsh: a function file of `fpath`, or a script to source. */
export function writeZsh(lines: readonly string[]): string {
  return `#compdef baken
# Completion of baken for zsh, from: baken completion zsh
${writeList(lines)}
_baken_look_up() {
${LOOK_UP}
}

_baken() {
  local current=$PREFIX previous=$words[CURRENT-1] first= second= offered=
  if [[ $current == --*=* ]]; then previous=\${current%%=*}; compset -P '*='; fi
  (( CURRENT > 2 )) && first=$words[2]
  (( CURRENT > 3 )) && second=$words[3]
  _baken_look_up
  case $offered in
    "<folders>"*) _files -/ ;;
    "<files>"*) [[ $current == -* ]] && compadd -- \${=offered#<files>} || _files ;;
    *) compadd -- \${=offered} ;;
  esac
}

if [ "$funcstack[1]" = "_baken" ]; then _baken "$@"; else compdef _baken baken; fi
`;
}

/** Writes the completion of fish. */
export function writeFish(lines: readonly string[]): string {
  return `# Completion of baken for fish, from: baken completion fish
set -g _baken_list ${lines.map((line) => `'${line}'`).join(" \\\n  ")}

# Prints what may stand at the cursor: the words of the longest context that the list has.
function _baken_offered
    set -l typed (commandline -opc)[2..]
    set -l current (commandline -ct)
    set -l previous $typed[-1]
    set -l sign (string match -r -- '^(--[^=]+)=(.*)' $current)
    test -n "$sign[2]"; and set previous $sign[2]; and set current $sign[3]
    string match -q -- '--*' $previous; or set previous
    set -l second $typed[2]
    string match -q -- '-*' $second; and set second
    for context in "$typed[1] $second $previous" "$typed[1] $previous" "$typed[1] $second" "$typed[1]"
        set -l line (string match -- (string trim -- (string replace -a '  ' ' ' -- $context))'|*' $_baken_list)
        or continue
        set -l words (string split -n ' ' -- (string replace -r '^[^|]*\\|' '' -- $line[1]))
        switch "$words[1]"
            case '<folders>'
                __fish_complete_directories $current
            case '<files>'
                string match -q -- '-*' $current; or __fish_complete_path $current
        end
        for word in (string match -- "$current*" $words)
            test -n "$sign[2]"; and echo "$sign[2]=$word"; or echo $word
        end
        return
    end
end

complete -c baken -f -a '(_baken_offered)'
`;
}
