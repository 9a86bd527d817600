# Completion for bash: layout-observer and conformance. Words come from the programs' own help, so that they are those of the
# installed version; a call takes some 10 ms.

# The words that may come first: verbs of the synopses and tools.
_layout_observer_verbs() {
    "$1" --help 2>/dev/null | awk '
        /^  layout-observer [a-z]/ { sub(/^  layout-observer /, ""); sub(/ (FILE|LAYOUT|TOOL|RULES|IN|A|\[|-- |--|- |-$|\().*$/, ""); gsub(/[|]/, " "); print }
        /^Tools:/ { tools = 1; next } tools { print $1 }' | tr ' ' '\n' | sort -u
    echo help
}

_layout_observer_tools() {
    "$1" --help 2>/dev/null | awk '/^Tools:/ { tools = 1; next } tools { print $1 }'
}

# The options of what is asked for help, and the choices of one of them.
_layout_observer_options() {
    "$@" --help 2>/dev/null </dev/null | grep -oE -- '(^|[^a-z-])--[a-z][a-z0-9-]*' | grep -oE -- '--.*' | sort -u
}

_layout_observer_choices() {
    local option=$1
    shift
    "$@" --help 2>/dev/null </dev/null | awk -v option="$option" '
        after { if ($1 == "one" && $2 == "of:") { for (i = 3; i <= NF; i++) print $i } exit }
        $1 == option { after = 1; next }
        { for (i = 1; i < NF; i++) { word = $i; value = $(i + 1); gsub(/[][,()]/, "", word); gsub(/[][,()]/, "", value)
            if (word == option && value ~ /^[a-z]+([|][a-z]+)+$/) { gsub(/[|]/, "\n", value); print value; exit } } }'
}

_layout_observer() {
    local program=$1 current=$2 previous=$3 verb= words=
    local -a asked
    COMPREPLY=()
    [ "$COMP_CWORD" -gt 1 ] && verb=${COMP_WORDS[1]}
    if [ -z "$verb" ]; then
        words="$(_layout_observer_verbs "$program") --help --version"
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        return
    fi
    case $verb in
    help) words=$(_layout_observer_tools "$program") ;;
    call)
        if [ "$COMP_CWORD" -eq 2 ]; then words="$(_layout_observer_tools "$program") -"; else words="--pretty --keep -o"; fi ;;
    tools) words=--pretty ;;
    *)
        asked=("$program" "$verb")
        words=$(_layout_observer_choices "$previous" "${asked[@]}")
        if [ -z "$words" ] && [[ $current == -* ]]; then words="$(_layout_observer_options "${asked[@]}") --help"; fi ;;
    esac
    [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$current"))
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
