import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../imports.ts";

const files = join(import.meta.dirname, "files");

/** Prepares a folder with the installed packages of a project that uses Concord from its sources. */
export function installPackages(folder: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  const own = join(modules, "concord-toolkit");
  mkdirSync(own);
  const { exports, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    exports: Readonly<Record<string, string | { readonly default: string }>>;
    version: string;
  };
  const entries = Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === "string" ? [] : [{ subpath, source: sourceOf(target.default) }],
  );
  for (const { subpath, source } of entries) {
    const name = subpath.slice(2).replaceAll("/", "-");
    writeFileSync(join(own, `${name}.js`), `export * from "${source}";\n`);
    writeFileSync(join(own, `${name}.d.ts`), `export * from "${source}";\n`);
  }
  const mapped = entries.map(({ subpath }) => {
    const file = `./${subpath.slice(2).replaceAll("/", "-")}`;
    return [subpath, { types: `${file}.d.ts`, default: `${file}.js` }] as const;
  });
  const manifest = { name: "concord-toolkit", version, type: "module", exports: Object.fromEntries(mapped) };
  writeFileSync(join(own, "package.json"), JSON.stringify(manifest));
}

/** Source of a file of dist/. */
function sourceOf(built: string): string {
  return join(root, built.replace("./dist/", "").replace(/\.js$/, ".ts"));
}

/** Commands for the reader of a page: `npx`, which finds Concord in this repository, and Node. */
export function installCommands(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const npx = `#!/bin/sh
[ "$1" = --no ] && shift
name=$1; shift
[ "$name" = concord-toolkit ] && exec node "${root}/cli/concord.ts" "$@"
exec "${root}/node_modules/.bin/$name" "$@"
`;
  writeFileSync(join(bin, "npx"), npx, { mode: 0o755 });
  symlinkSync(process.execPath, join(bin, "node"));
  return bin;
}

/** Creates the folder of a page with the documents that all pages use, and the packages. */
export function makeFolder(base: string, page: string): string {
  const folder = join(base, page.replaceAll(/[^a-z-]+/gi, "-"));
  if (existsSync(folder)) throw new Error(`Two pages have the folder ${folder}`);
  mkdirSync(folder);
  cpSync(files, folder, { recursive: true });
  symlinkSync(join(base, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  return folder;
}
