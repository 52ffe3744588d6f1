import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./imports.ts";

/** Number and size of the packages that a package brings into `node_modules`. */
export interface PackageWeight {
  readonly packages: number;
  /** Size on disk, in blocks of 4 KB. */
  readonly bytes: number;
}

/** Size of a block of a file system: a file of one byte takes as much. */
const BLOCK = 4096;

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages: locked } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

/** Names of the packages that `package.json` installs. */
export const runtimeDependencies = Object.keys(locked[""]?.dependencies ?? {});

/** Weight of packages with all that they depend on, as `package-lock.json` has them. */
export function weightOf(dependencies: readonly string[]): PackageWeight {
  const folders = new Set<string>();
  for (const name of dependencies) addClosure(folders, "", name);
  const bytes = [...folders].reduce((sum, folder) => sum + bytesIn(join(root, folder)), 0);
  return { packages: folders.size, bytes };
}

/** Size of the files below a folder, without packages that are installed in it. */
export function bytesIn(folder: string): number {
  let bytes = BLOCK;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) bytes += Math.ceil(statSync(path).size / BLOCK) * BLOCK;
    else if (entry.isDirectory() && entry.name !== "node_modules") bytes += bytesIn(path);
  }
  return bytes;
}

function addClosure(folders: Set<string>, from: string, name: string): void {
  const folder = folderOf(from, name);
  if (folder === undefined || folders.has(folder)) return;
  folders.add(folder);
  const { dependencies, optionalDependencies } = locked[folder] as LockedPackage;
  for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) addClosure(folders, folder, next);
}

/** Folder that an import of `name` in the package at `from` finds. */
function folderOf(from: string, name: string): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf("/node_modules/")))) {
    const folder = `${base === "" ? "" : `${base}/`}node_modules/${name}`;
    if (Object.hasOwn(locked, folder)) return folder;
    if (base === "") return undefined;
  }
}
