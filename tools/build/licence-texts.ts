import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Texts of licences of packages, for the file that the package ships, from the files that were bundled. */
export function licenceTexts(modules: Iterable<string>): string {
  const folders = new Map<string, string>();
  for (const module of modules) {
    if (!module.replaceAll("\\", "/").includes("/node_modules/")) continue;
    const folder = packageFolder(module.replace(/^\0/, "").replace(/\?.*$/, ""));
    const { name, version } = readManifest(folder);
    folders.set(`${name} ${version}`, folder);
  }
  const sections = [...folders].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(sectionOf);
  return `Concord contains code of the packages below, each under its licence.\n\n${sections.join("\n")}`;
}

/** @throws Error if a package has no licence, because it must not be shipped then. */
function sectionOf([title, folder]: readonly [string, string]): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const { license, author } = readManifest(folder);
  if (file === undefined && license === undefined) throw new Error(`Cannot bundle ${title}: it has no licence`);
  const holder = typeof author === "string" ? author : author?.name;
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : `Copyright ${holder ?? `authors of ${title}`}`;
  return `${"=".repeat(80)}\n${title} (${license ?? "see below"})\n${"=".repeat(80)}\n\n${text}\n`;
}

interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

function readManifest(folder: string): PackageManifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageManifest;
}

/** Folder of the package of a file. A package.json without a version only sets the kind of modules. */
function packageFolder(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json")) && readManifest(folder).version !== undefined) return folder;
  }
}
