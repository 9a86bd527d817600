# A fault of memory, as a bug of KLayout would be.
# end: crash
require "fiddle"
Fiddle::Pointer.new(8)[0, 8]
