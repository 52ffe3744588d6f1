#!/usr/bin/env node
/** The lowest Node that it runs on. It is asked for before anything is imported: an older one cannot even read the rest. */
export const lowest = [22, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > lowest[0] || (major === lowest[0] && minor >= lowest[1])) {
  await import("./main.ts");
} else {
  process.stderr.write(
    `Cannot run concord on Node ${process.versions.node}: it needs ${lowest.join(".")} or later\n  Install a newer one (https://nodejs.org), or put one beside it: npm install --save-dev node@24\n`,
  );
  process.exitCode = 2;
}
