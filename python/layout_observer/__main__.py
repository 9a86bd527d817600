"""`python -m layout_observer` and the command `layout-observer`: the program itself, with the same words."""
import os
import sys

from ._server import LayoutError, find_program


def main() -> None:
    """Becomes the program: standard streams, signals and the exit status are its own."""
    try:
        program = find_program()
        os.execv(program, [program] + sys.argv[1:])
    except (LayoutError, OSError) as error:
        sys.exit("layout-observer: %s" % error)


if __name__ == "__main__":
    main()
