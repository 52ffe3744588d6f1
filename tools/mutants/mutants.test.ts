import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseAst } from "rolldown/parseAst";
import { afterAll, describe, expect, it } from "vitest";
import { providers } from "../../test/support/providers.ts";
import { readEquivalents } from "./equivalents.ts";
import { mutated, mutationsOf } from "./mutations.ts";
import { type Kind, kinds } from "./operators.ts";
import { type TriedMutant, renderMutants } from "./report.ts";
import { sampleMutants } from "./sample.ts";
import { type ReadSubject, subjects } from "./subjects.ts";

const folder = mkdtempSync(join(tmpdir(), "concord-mutants-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Texts of a function's body after each mutation of a kind. */
function bodiesOf(kind: Kind, body: string, isPlanted?: RegExp): readonly string[] {
  const text = `function handler(a, b) {${body}}`;
  return mutationsOf(text, "js", isPlanted)
    .filter((mutation) => mutation.kind === kind)
    .map((mutation) => mutated(text, mutation).slice("function handler(a, b) {".length, -1));
}

describe("mutationsOf()", () => {
  it.each<readonly [Kind, string, readonly string[]]>([
    ["authorization", "if (!a.token) return 401;", [";", "if (!(!a.token)) return 401;"]],
    ["guard removed", "if (!a) throw b; b();", ["; b();"]],
    ["statement removed", "a.delete(b);", [";"]],
    ["condition negated", "a(b ? 1 : 2);", ["a(!(b) ? 1 : 2);"]],
    ["part of a condition", "while (a && b) a();", ["while ((a)) a();", "while ((b)) a();"]],
    ["boundary", "while (a <= (b)) a(7);", ["while (a < (b)) a(7);", "while (a <= (b)) a(8);"]],
    ["status", "a.send(404);", ["a.send(400);", "a.send(200);"]],
    ["field swapped", "a({ x: 1, [b]: a });", ["a({ x: a, [b]: 1 });"]],
    ["field dropped", "a({ x: b, ...a, y });", ["a({ ...a, y });", "a({ x: b, y });", "a({ x: b, ...a });"]],
    [
      "value changed",
      "a = [true, 'new', b ?? a];",
      ["a = [false, 'new', b ?? a];", "a = [true, 'ne_', b ?? a];", "a = [true, 'new', (b)];"],
    ],
    ["call dropped", "a(b.filter(Boolean));", ["a(b);"]],
    ["return value", "return a;", ["return null;"]],
  ])("makes mistakes of the kind %s", (kind, body, expected) => {
    expect(bodiesOf(kind, body).toSorted()).toEqual([...expected].toSorted());
  });

  it("has an example of every kind above, and finds nothing outside of functions", () => {
    expect(mutationsOf("import a from 'a'; a({ x: 1 }); const text = 'b';", "js")).toEqual([]);
    expect(kinds).toHaveLength(12);
  });

  it("leaves out descriptions, types, and code that switches a planted bug on", () => {
    expect(mutationsOf("function f() { return; type A = 'b'; }", "ts")).toEqual([]);
    expect(bodiesOf("value changed", "a({ description: 'Text' });")).toEqual([]);
    const planted = "if (on('bug') && a === 'c') b('x', ['y']); a(['z']);";
    expect(bodiesOf("value changed", planted, /\bon\(/)).toEqual([planted.replace("'z'", "'_'")]);
    expect(bodiesOf("value changed", "a(a === 'b' && b && on('bug'));", /\bon\(/)).toEqual([]);
    expect(bodiesOf("value changed", "a(a === 'b' && !on('bug'));", /\bon\(/)).toEqual(["a(a === '_' && !on('bug'));"]);
  });

  it("makes programs that can be parsed, each different, of all files of the example providers", () => {
    const files = subjects().filter(({ origin }) => origin === "own");
    expect(files).toHaveLength(providers.length);
    for (const subject of files) {
      const mutants = sampleMutants({ ...subject, ...unread }, 40, 1);
      const texts = mutants.map(({ file, mutation }) => [file, mutation.start, mutation.end, mutation.after].join(" "));
      expect(mutants.length).toBeGreaterThan(10);
      expect(new Set(texts).size).toBe(mutants.length);
    }
    const text = "const f = (a: number, ...rest: string[]) => ({ a, b: a < 3 ? `${a}` : 'x', c: { d: 1, e: [2] } });";
    for (const mutation of mutationsOf(text, "ts"))
      expect(() => parseAst(mutated(text, mutation), { lang: "ts" }), mutation.after).not.toThrow();
  });
});

const unread: Pick<ReadSubject, "contract" | "options" | "known" | "isExecuted"> = {
  contract: undefined as unknown as ReadSubject["contract"],
  options: {},
  known: new Set(),
  isExecuted: () => true,
};

describe("the hook of a mutant", () => {
  it.each(["mjs", "cjs", "ts"])("replaces the text of a file that a program loads: %s", (extension) => {
    const file = join(folder, `value.${extension}`);
    const start = join(folder, `start-${extension}.mjs`);
    const replacement = join(folder, "replacement.txt");
    const exported = (value: number): string =>
      extension === "cjs" ? `module.exports = { value: ${value} };` : `export const value = ${value};`;
    writeFileSync(file, exported(1));
    writeFileSync(replacement, exported(2));
    writeFileSync(start, `import * as all from "./value.${extension}"; console.log((all.default ?? all).value);`);
    const hook = pathToFileURL(join(import.meta.dirname, "replace.mjs")).href;
    const run = (env: Record<string, string>): string =>
      spawnSync(process.execPath, ["--import", hook, start], { encoding: "utf8", env: { ...process.env, ...env } })
        .stdout;

    expect(run({ MUTANT_FILE: file, MUTANT_TEXT: replacement }).trim()).toBe("2");
    expect(run({ MUTANT_FILE: join(folder, "another.mjs"), MUTANT_TEXT: replacement }).trim()).toBe("1");
  });
});

describe("renderMutants()", () => {
  it("counts neither equivalent nor broken mutants, and lists those that were not found", () => {
    const mutant = {
      origin: "others",
      subject: "shop",
      file: "a.js",
      kind: "status",
      before: "404",
      after: "200",
    } as const;
    const results = ["found", "found", "survived", "not reached", "equivalent", "broken"] as const;
    const tried = results.map((result, index): TriedMutant => ({
      ...mutant,
      line: index,
      code: "404",
      result,
      requests: 10,
      seconds: 1,
      findings: [],
    }));
    const text = renderMutants(tried);

    expect(text).toMatch(/\| shop +\| +4 \| +2 \| +1 \| +1 \| 0\.50 +\| 0\.67/);
    expect(text).toContain("survived: shop a.js:2 status: 404 → 200");
    expect(text).toContain("not reached: shop a.js:3");
    expect(text).toContain("1 that no request can tell from the original, 1 with which the server does not start");
  });
});

describe("equivalent.yaml", () => {
  it("gives a reason for each mutant that was sorted out", () => {
    expect(readEquivalents().filter(({ why }) => !why.endsWith("."))).toEqual([]);
  });
});
