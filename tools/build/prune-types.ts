import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { dist, isInstalled, isPackage, manifest, packageOf } from "./manifest.ts";

const imports = /^(?:import|export) (?:type )?(\*(?: as \w+)?|\{[^}]*\}|\w+) from "([^"]+)";$/gm;

/** Optional peers whose types are in another package, which users need not have. */
const withoutTypes = new Set(["pg"]);

/**
 * Deletes the declarations that no entry point reaches. A reached one can name types of a bundled package, which users
 * do not have. No public name has such a type, so `unknown` stands in for them.
 */
export function pruneTypes(): void {
  const kept = new Set<string>();
  const stubs = new Map<string, Set<string>>();
  const visit = (file: string): void => {
    if (kept.has(file)) return;
    kept.add(file);
    const text = readFileSync(join(dist, file), "utf8");
    const redirected = text.replaceAll(imports, (statement, clause: string, specifier: string) => {
      const hasTypes = isInstalled(specifier) && !withoutTypes.has(packageOf(specifier));
      if (!isPackage(specifier) || hasTypes) return statement;
      const stub = `packages/${packageOf(specifier).replace(/^@/, "")}`;
      const names = stubs.get(stub) ?? new Set();
      stubs.set(stub, names);
      for (const name of namesOf(clause)) names.add(name);
      return statement.replace(
        `"${specifier}"`,
        `"${posix.relative(dirname(file), stub).replace(/^(?!\.)/, "./")}.js"`,
      );
    });
    if (redirected !== text) writeFileSync(join(dist, file), redirected);
    for (const [, specifier = ""] of text.matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)) {
      const target = posix.join(dirname(file), specifier).replace(/\.[jt]s$/, ".d.ts");
      if (existsSync(join(dist, target))) visit(target);
    }
  };
  for (const target of Object.values(manifest.exports))
    if (typeof target === "object" && target.types !== undefined)
      visit(posix.normalize(target.types).replace("dist/", ""));
  for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".d.ts") && !kept.has(name.replaceAll("\\", "/"))) rmSync(join(dist, name));
  for (const [stub, names] of stubs) {
    mkdirSync(join(dist, dirname(stub)), { recursive: true });
    const types = [...names].map((name) => `export type ${name} = unknown;\n`);
    writeFileSync(join(dist, `${stub}.d.ts`), types.length > 0 ? types.join("") : "export {};\n");
  }
}

/** Imported names of `{ A, type B as C }`; none of `* as library`. */
function namesOf(clause: string): string[] {
  if (!clause.startsWith("{")) return [];
  return clause
    .slice(1, -1)
    .split(",")
    .map((part) =>
      part
        .trim()
        .replace(/^type /, "")
        .replace(/ as .*$/, ""),
    )
    .filter((name) => name !== "");
}
