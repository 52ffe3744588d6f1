#!/usr/bin/env node
/** Lowest supported version of Node. Checked before any import, because an older one cannot parse the other files. */
export const lowest = [22, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > lowest[0] || (major === lowest[0] && minor >= lowest[1])) {
  await import("./main.ts");
} else {
  process.stderr.write(
    `Cannot run concord on Node ${process.versions.node}: it needs ${lowest.join(".")} or later\n  Install a newer version (https://nodejs.org), or add one to the project: npm install --save-dev node@24\n`,
  );
  process.exitCode = 2;
}
