// Runs a command of the checkout (or the package) that contains this file: node concord.mjs COMMAND ...ARGUMENTS.
// Nothing is asked by its name of a registry: dependencies are those of the lock file, and none of their scripts runs.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const built = join(root, "dist/cli/concord.js");
const isBuilt = existsSync(built);

if (!isInstalled(isBuilt ? "undici" : "yaml")) install();
const program = isBuilt ? built : join(root, "cli/concord.ts");
const { status, error } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: "inherit" });
if (error) throw error;
process.exitCode = status ?? 2;

/** True if a package can be loaded from the root. */
function isInstalled(name) {
  try {
    createRequire(join(root, "package.json")).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Installs the dependencies that the lock file names. A built package needs fewer. */
function install() {
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", ...(isBuilt ? ["--omit=dev"] : [])];
  const shell = process.platform === "win32";
  // Results of the command go to standard output, so npm writes to standard error.
  const installed = spawnSync("npm", ["ci", ...options], { cwd: root, stdio: ["ignore", 2, 2], shell });
  if (installed.status === 0) return;
  console.error(`Cannot install "${root}": npm ci failed${installed.error ? ` (${installed.error.message})` : ""}`);
  process.exit(2);
}
