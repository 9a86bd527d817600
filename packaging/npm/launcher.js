#!/usr/bin/env node
// Starts the program of this machine's package with the same words, streams and environment. Signals go on to it, and its
// end is this process's end: the same status, or the same signal.
"use strict";
const { spawn } = require("node:child_process");
const path = require("node:path");

function program() {
  const name = `@layout-observer/${process.platform}-${process.arch}`;
  try {
    return path.join(path.dirname(require.resolve(`${name}/package.json`)), "bin", "layout-observer");
  } catch {
    console.error(
      `layout-observer: there is no program for ${process.platform}-${process.arch}. ` +
        `Install the package ${name} if it exists, and do not leave out optional dependencies; ` +
        "or build from source."
    );
    process.exit(1);
  }
}

const file = program();
const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"];
// Before the program starts: it may answer, and be told to end, sooner than this file reaches its end. Handlers run when the
// file has ended. What a terminal sends reaches the whole group; sent again it changes nothing, for the program ends once.
signals.forEach((signal) => process.on(signal, () => child.kill(signal)));
const child = spawn(file, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => {
  console.error(`layout-observer: ${error.message}`);
  process.exit(1);
});
child.on("exit", (status, signal) => {
  if (signal) {
    signals.forEach((each) => process.removeAllListeners(each));
    process.kill(process.pid, signal);
  } else {
    process.exit(status);
  }
});
