import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { BundledPackage } from "./bundled-packages.ts";

/** Texts of licences of bundled packages, for the file that the package ships. */
export function licenceTexts(packages: readonly BundledPackage[]): string {
  return `Concord contains code of the packages below, each under its licence.\n\n${packages.map(sectionOf).join("\n")}`;
}

/** @throws Error if a package has no licence, because it must not be shipped then. */
function sectionOf({ name, version, license, author, folder }: BundledPackage): string {
  const title = `${name} ${version}`;
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
  if (file === undefined && license === undefined) throw new Error(`Cannot bundle ${title}: it has no licence`);
  const holder = typeof author === "string" ? author : author?.name;
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : `Copyright ${holder ?? `authors of ${title}`}`;
  return `${"=".repeat(80)}\n${title} (${license ?? "see below"})\n${"=".repeat(80)}\n\n${text}\n`;
}
