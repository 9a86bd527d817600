# Dies with a long and colourful message.
# end: exit_code 1
abort("\e[31m" + "A" * 100_000 + "\a\u202E")
