import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Package of which the build bundles a file. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly folder: string;
}

/** Packages of bundled files, each once, by name and version. */
export function bundledPackages(modules: Iterable<string>): readonly BundledPackage[] {
  const packages = new Map<string, BundledPackage>();
  for (const module of modules) {
    if (!module.replaceAll("\\", "/").includes("/node_modules/")) continue;
    const found = packageOfFile(module.replace(/^\0/, "").replace(/\?.*$/, ""));
    packages.set(`${found.name} ${found.version}`, found);
  }
  return [...packages].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/** A package.json without a version only sets the kind of modules. */
function packageOfFile(file: string): BundledPackage {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const path = join(folder, "package.json");
    if (!existsSync(path)) continue;
    const manifest = JSON.parse(readFileSync(path, "utf8")) as BundledPackage;
    if (manifest.version !== undefined) return { ...manifest, folder };
  }
}
