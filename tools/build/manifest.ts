import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";

/** Root of the repository. */
export const root = join(import.meta.dirname, "../..");
export const dist = join(root, "dist");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types?: string; readonly default: string }>>;
}

export const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;

/** Checks that a package is installed with Concord or by its user. All others are bundled. */
export function isInstalled(specifier: string): boolean {
  const { dependencies, peerDependencies = {}, optionalDependencies = {} } = manifest;
  return Object.hasOwn({ ...dependencies, ...peerDependencies, ...optionalDependencies }, packageOf(specifier));
}

/** Name of the package of an import: "ajv" of "ajv/dist/2020.js". */
export function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** Checks that an import names a package, not a file or a module of Node. */
export function isPackage(specifier: string): boolean {
  return !/^[./\0]|^[A-Za-z]:/.test(specifier) && !isBuiltin(specifier);
}
