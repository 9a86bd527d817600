# Completion for bash: layout-observer and conformance. Words come from the programs themselves, so that they are those of the
# installed version; a call takes some 10 ms.

_layout_observer() {
    local program=$1 current=$2 words
    words=$("$program" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
    COMPREPLY=()
    [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$current"))
}

# The options of conformance, from its help.
_layout_observer_options() {
    "$@" --help 2>/dev/null </dev/null | grep -oE -- '(^|[^a-z-])--[a-z][a-z0-9-]*' | grep -oE -- '--.*' | sort -u
}

_layout_observer_conformance() {
    local program=$1 current=$2 previous=$3 words= i
    COMPREPLY=()
    # What follows -- is the command of the server.
    for ((i = 1; i < COMP_CWORD; i++)); do [ "${COMP_WORDS[i]}" != -- ] || return; done
    case $previous in
    --profile) words="core render drc pic litho all" ;;
    --level) words="required recommended optional reference" ;;
    explain) words=$("$program" list 2>/dev/null | awk '$1 ~ /\// { print $1 }') ;;
    *)
        if [[ $current == -* ]]; then
            words="$(_layout_observer_options "$program") --"
        elif [ "$COMP_CWORD" -eq 1 ]; then
            words="list validate trace explain update"
        fi ;;
    esac
    [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$current"))
}

complete -o default -F _layout_observer layout-observer
complete -o default -F _layout_observer_conformance conformance
