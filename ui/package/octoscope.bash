# Completion of octoscope's commands and options for bash: asks the program itself, so it cannot be out of date.

_octoscope_words() {
  local program=$1
  shift
  "$program" "$@" --help 2>/dev/null | sed -nE \
    -e 's/^  (-[A-Za-z],)?(--[a-z-]+).*/\2/p' \
    -e '/^Subcommands:/,$ s/^  ([a-z]+)( .*|$)/\1/p'
}

_octoscope() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} chosen=() word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    [[ $word =~ ^[a-z]+$ ]] || break
    chosen+=("$word")
    [[ $word == history ]] || break  # the one command that has commands of its own
  done
  COMPREPLY=()
  case $previous in
    --game)
      mapfile -t COMPREPLY < <(compgen -W 'octagone octal oct8 octa' -- "$current")
      return
      ;;
    --paper)
      mapfile -t COMPREPLY < <(compgen -W 'a4 letter a3 a2' -- "$current")
      return
      ;;
  esac
  if [[ $current == -* || ${#chosen[@]} -eq 0 || (${chosen[*]} == history && $COMP_CWORD -eq 2) ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_octoscope_words "${COMP_WORDS[0]}" "${chosen[@]}")" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
  fi
}

complete -F _octoscope octoscope
