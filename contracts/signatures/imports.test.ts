import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, { readonly default: string }>>;
};

describe("concord-toolkit/signatures", () => {
  it("loads no other room and no package", () => {
    const entry = manifest.exports["./signatures"]?.default.replace("./dist/", "").replace(/js$/, "ts") as string;
    const { files, others } = loadedFrom(entry, readHere);

    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !/^(api\/signatures|contracts\/signatures\/[a-z0-9-]+)\.ts$/.test(file))).toEqual([]);
    expect(others.filter((name) => !name.startsWith("node:"))).toEqual([]);
  });

  it("fails when it loads another room", () => {
    const planted: Readonly<Record<string, string>> = {
      "contracts/signatures/index.ts": 'export { a } from "./a.ts";',
      "contracts/signatures/a.ts":
        'import type { T } from "ajv";\nimport "../index.ts";\nconst b = await import("yaml");',
      "contracts/index.ts": "",
    };

    expect(loadedFrom("contracts/signatures/index.ts", (file) => planted[file] as string)).toEqual({
      files: ["contracts/signatures/index.ts", "contracts/signatures/a.ts", "contracts/index.ts"],
      others: ["yaml"],
    });
  });
});

function readHere(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Files that an entry point loads, and the other modules that these import. Type imports are not loaded. */
function loadedFrom(entry: string, read: (file: string) => string): Record<"files" | "others", string[]> {
  const files = [entry];
  const others: string[] = [];
  // The array grows during iteration.
  for (const file of files)
    for (const name of importsOf(read(file))) {
      const target = relative(".", join(dirname(file), name)).replaceAll("\\", "/");
      if (!name.startsWith(".")) others.push(name);
      else if (!files.includes(target)) files.push(target);
    }
  return { files, others };
}

function importsOf(text: string): string[] {
  const withoutTypes = text.replaceAll(/^(import|export) type [^;]*;/gm, "");
  return [...withoutTypes.matchAll(/(?:\bfrom\s|\bimport\s*\(?)\s*"([^"]+)"/g)].map((match) => match[1] as string);
}
