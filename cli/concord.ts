#!/usr/bin/env node
// Imports nothing before it knows the version: an older Node cannot even read what follows.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > 22 || (major === 22 && minor >= 19)) {
  await import("./main.ts");
} else {
  process.stderr.write(
    `Cannot run concord on Node ${process.versions.node}: it needs 22.19 or later\n  Install a newer one (https://nodejs.org), or put one beside it: npm install --save-dev node@24\n`,
  );
  process.exitCode = 2;
}

// It exports nothing, and is a module all the same.
export {};
