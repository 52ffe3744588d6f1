import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import type { Contract } from "./contract.ts";
import { contractsFolder } from "./load.ts";

/**
 * The folders in which a change can change contracts: those of all files that they were read from, and
 * those below the paths that were searched for them. Without paths, those of the platform's own.
 */
export function foldersOf(contracts: readonly Contract[], paths: readonly string[]): string[] {
  if (paths.length === 0) return [...new Set(["apis", "shared"].flatMap((name) => below(join(contractsFolder, name))))];
  const files = contracts.flatMap(({ origins }) => [
    origins.file,
    ...Object.values(origins.parts).map(({ file }) => file),
  ]);
  return [...new Set([...paths.flatMap(below), ...files.map((file) => dirname(resolve(file)))])];
}

/** A folder and all in it where documents are looked for; of a file, its folder. */
function below(path: string): string[] {
  const folder = resolve(path);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [dirname(folder)];
  const inner = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return [folder, ...inner.filter((name) => !name.slice(folder.length).split(sep).some(isHidden))];
}

function isHidden(name: string): boolean {
  return name === "node_modules" || name.startsWith(".");
}
