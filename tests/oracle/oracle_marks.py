"""Many files in one process, for the comparisons of marks.sh."""


def each_job(path, compare):
    """A line of the file at path: what compare() is given, then where the lines go that it returns; with tabs between."""
    with open(path, encoding="utf-8", errors="surrogateescape") as jobs:
        for line in jobs:
            *given, said = line.rstrip("\n").split("\t")
            try:
                lines = compare(*given)
            except Exception as fault:  # of this file; the others are looked at all the same
                lines = ["DIFFERENT: %s: %s" % (type(fault).__name__, fault)]
            with open(said, "w", encoding="utf-8", errors="backslashreplace") as out:
                out.writelines(line + "\n" for line in lines)
