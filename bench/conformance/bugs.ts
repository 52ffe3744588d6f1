import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../tools/bugs.ts", import.meta.url));

/** Table of the planted bugs that are found, by number of requests: the last table of `npm run bugs`. */
export function plantedBugs(): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], { encoding: "utf8" });
  const at = stdout.lastIndexOf("| requests |");
  if (at < 0) throw new Error(`Cannot count the planted bugs: "${program}" ended with ${status}: ${stderr.trim()}`);
  return `Planted bugs found, by requests sent\n\n${stdout.slice(at)}`;
}
