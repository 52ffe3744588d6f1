import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./support/imports.ts";

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
};

/** Public entry points by name: "./mock" is "api/mock.ts". */
const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === "string" ? [] : [{ name, file: target.default.replace("./dist/", "").replace(/js$/, "ts") }],
);

/** Maximum number of names of an entry point. */
const MAX_NAMES = 40;

describe.each(entries)("the entry point $name", ({ file }) => {
  it("is a file of api/", () => expect(dirname(file)).toBe("api"));

  it(`exports at most ${MAX_NAMES} names`, () => {
    const names = namesIn(sourceOf(file));
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(MAX_NAMES);
  });

  it("exports documented names only", () => {
    expect(namesIn(sourceOf(file)).flatMap((name) => undocumented(file, name))).toEqual([]);
  });
});

describe("the checks of entry points", () => {
  it("find a declaration without a docstring, also through re-exports", () => {
    const files: Readonly<Record<string, string>> = {
      "api/a.ts": 'export { type B, c as d } from "../room/index.ts";',
      "room/index.ts": 'export type * from "./b.ts";\nexport { c } from "./c.ts";',
      "room/b.ts": "/** A thing. */\nexport interface B {}\n",
      "room/c.ts": "export const c = 1;\n",
    };
    const read = (file: string): string => files[file] as string;

    expect(exportsOf(read("api/a.ts")).map(({ name }) => name)).toEqual(["B", "d"]);
    expect(namesIn(`${read("api/a.ts")}\nexport async function e(): void {}\n`)).toEqual(["B", "d", "e"]);
    expect(undocumented("api/a.ts", "B", read)).toEqual([]);
    expect(undocumented("api/a.ts", "d", read)).toEqual(["c in room/c.ts"]);
  });
});

interface Export {
  readonly name: string;
  /** Original name of an export, in the file that declares it. */
  readonly source: string;
  readonly from: string;
}

/** Names that a file exports from other files. */
function exportsOf(text: string): Export[] {
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\} from "([^"]+)"/gms)].flatMap(([, names = "", from = ""]) =>
    names
      .split(",")
      .map((part) => part.trim().replace(/^type /, ""))
      .filter((part) => part !== "")
      .map((part) => {
        const [source = "", name = source] = part.split(" as ");
        return { name, source, from };
      }),
  );
}

/** Names that a file exports: declared ones and those from other files. */
function namesIn(text: string): string[] {
  const own = text.matchAll(/^export (?:declare |async |abstract )*(?:function|const|class|interface|type) (\w+)/gm);
  return [...exportsOf(text).map(({ name }) => name), ...[...own].map((match) => match[1] as string)];
}

/** The declaration of an exported name, if it has no docstring. */
function undocumented(file: string, name: string, read = sourceOf): string[] {
  const text = read(file);
  const declared = new RegExp(
    `^export (?:declare |async |abstract )*(?:function|const|class|interface|type) ${name}\\b`,
    "m",
  ).exec(text);
  if (declared) return text.slice(0, declared.index).trimEnd().endsWith("*/") ? [] : [`${name} in ${file}`];
  const passed = exportsOf(text).find((one) => one.name === name);
  const target = (from: string): string => posix.join(posix.dirname(file), from);
  if (passed) return undocumented(target(passed.from), passed.source, read);
  const wholes = [...text.matchAll(/^export (?:type )?\* from "([^"]+)"/gm)].map((match) => target(match[1] as string));
  return wholes.flatMap((whole) => (mentions(whole, name, read) ? undocumented(whole, name, read) : []));
}

function mentions(file: string, name: string, read: (file: string) => string): boolean {
  return new RegExp(`\\b${name}\\b`).test(read(file));
}

function sourceOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
