# The kernel, called by number, with arguments that do no harm when they get through.
# control: seccomp
require "fiddle"
call = Fiddle::Function.new(Fiddle.dlopen(nil)["syscall"], [Fiddle::TYPE_LONG] * 5, Fiddle::TYPE_LONG)
{ptrace: 101, socketpair: 53, memfd_create: 319, io_uring_setup: 425, bpf: 321, userfaultfd: 323, unshare: 272,
 mount: 165, keyctl: 250, process_vm_readv: 310, setns: 308, perf_event_open: 298, shmget: 29, inotify_init: 253,
 pidfd_open: 434, kill: 62, tkill: 200, execveat: 322, symlinkat: 266, mknodat: 259, personality: 135, open_tree: 428,
 landlock_create_ruleset: 444, seccomp: 317}.each do |name, number|
  arguments = case name
              when :personality then [0xffffffff, 0, 0, 0]
              when :kill then [Process.pid, 0, 0, 0]
              when :tkill then [Process.pid, 0, 0, 0]
              when :inotify_init then [0, 0, 0, 0]
              when :shmget then [0, 4096, 0o1600, 0]
              when :pidfd_open then [Process.pid, 0, 0, 0]
              when :unshare then [0, 0, 0, 0]
              when :landlock_create_ruleset then [0, 0, 1, 0]
              else [-1, -1, -1, -1]
              end
  result = call.call(number, *arguments)
  error = Fiddle.last_error
  $stdout.puts "ESCAPED: #{name} #{result} #{error}" if result >= 0 || ![1, 13, 38].include?(error)
end
