import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { documentOf, operationAccepting } from "../test/support/contracts/scratch.ts";
import type { Json, JsonObject } from "../contracts/index.ts";
import { command } from "./compat.ts";
import type { ExitCode } from "./command.ts";

// Untrusted documents: each pair is judged or refused, and never hangs. More of them with CONCORD_LONG.
const isLong = process.env["CONCORD_LONG"] === "1";
const folder = mkdtempSync(join(tmpdir(), "concord-untrusted-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const withSchemas = (schemas: JsonObject): string =>
  JSON.stringify(documentOf({ paths: { "/a": { post: operationAccepting(ref("A0")) } }, components: { schemas } }));
const many = (count: number, make: (index: number) => readonly [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));
const list = (count: number, make: (index: number) => Json): Json[] =>
  Array.from({ length: count }, (_, index) => make(index));
const nested = (levels: number, leaf: string): string =>
  `{"openapi":"3.1.0","paths":{},"components":{"schemas":{"A0":${'{"allOf":['.repeat(levels)}${leaf}${"]}".repeat(levels)}}}}`;
const chain = (length: number, leaf: Json): string =>
  withSchemas(many(length, (n) => [`A${n}`, n === length - 1 ? leaf : ref(`A${n + 1}`)]));
const objects = (length: number, leaf: Json): string =>
  withSchemas(many(length, (n) => [`A${n}`, n === length - 1 ? leaf : { properties: { n: ref(`A${n + 1}`) } }]));
const bomb = `openapi: 3.1.0\npaths: {}\n${list(30, (n) => `x${n}: &x${n} [${n === 0 ? "a" : `*x${n - 1}, `.repeat(9)}]`).join("\n")}\n`;

const branches = isLong ? 10_000 : 1000;
const breadth = isLong ? 300 : 60;
const values = isLong ? 100_000 : 10_000;
const links = isLong ? 100_000 : 5000;
const kilobytes = isLong ? 50_000 : 2000;

const wide = (type: string): Json => ({ properties: many(breadth, (n) => [`f${n}`, { type }]) });
const askingFor = (name: string): Json => ({
  properties: many(breadth, (n) => [`l${n}`, { type: "array", contains: ref(name) }]),
});

const around = isLong ? 60 : 12;
const ring = (type: string): JsonObject =>
  many(around, (n) => {
    const own: Json = { type: "object", properties: { [`k${n}`]: { type } }, required: [`k${n}`] };
    return [`A${n}`, { oneOf: [own, ref(`A${(n + 1) % around}`), ref(`A${(n + 2) % around}`)] }];
  });

const judged: readonly ExitCode[] = [0, 1];
const refused: readonly ExitCode[] = [2];

describe("concord compat", () => {
  it.each<[string, () => string, () => string, readonly ExitCode[]]>([
    ["schemas within each other a million deep", () => nested(1e6, "{}"), () => nested(1, "{}"), refused],
    ["schemas within each other as deep as can be", () => nested(150, "{}"), () => nested(150, "true"), judged],
    ["aliases that multiply", () => bomb, () => nested(1, "{}"), refused],
    ["lists that are the whole file", () => "[".repeat(1e6), () => nested(1, "{}"), refused],
    [
      "a schema that is itself",
      () => withSchemas({ A0: ref("A0") }),
      () => withSchemas({ A0: { allOf: [ref("A0")] } }),
      judged,
    ],
    [
      "a reference that leads back to itself a million levels deep",
      () =>
        withSchemas({
          A0: { properties: { a: ref("A0"), b: ref(`A0${"/properties/a".repeat(kilobytes * 20)}`) } },
        }),
      () => withSchemas({ A0: { type: "string" } }),
      judged,
    ],
    [
      "a long chain of references",
      () => chain(links, { type: "string" }),
      () => chain(links, { type: "integer" }),
      judged,
    ],
    [
      "a long chain of properties",
      () => objects(links, { type: "string" }),
      () => objects(links, { type: "integer" }),
      judged,
    ],
    [
      "long enums",
      () => withSchemas({ A0: { enum: list(values, (n) => `a${n}`) } }),
      () => withSchemas({ A0: { enum: list(values, (n) => `b${n}`) } }),
      judged,
    ],
    [
      "many branches",
      () => withSchemas({ A0: { oneOf: list(branches, (n) => ({ properties: { [`p${n}`]: { type: "string" } } })) } }),
      () => withSchemas({ A0: { oneOf: list(branches, (n) => ({ properties: { [`p${n}`]: { type: "integer" } } })) } }),
      judged,
    ],
    [
      "many lists that ask for one wide object",
      () => withSchemas({ A0: askingFor("Wide"), Wide: wide("string") }),
      () => withSchemas({ A0: askingFor("Wide"), Wide: wide("integer") }),
      judged,
    ],
    ["unions of unions in a ring", () => withSchemas(ring("string")), () => withSchemas(ring("integer")), judged],
    [
      "schemas that double with every level",
      () =>
        withSchemas(
          many(60, (n) => [`A${n}`, n === 59 ? { type: "string" } : { allOf: [ref(`A${n + 1}`), ref(`A${n + 1}`)] }]),
        ),
      () =>
        withSchemas(
          many(60, (n) => [`A${n}`, n === 59 ? { type: "integer" } : { allOf: [ref(`A${n + 1}`), ref(`A${n + 1}`)] }]),
        ),
      judged,
    ],
    [
      "patterns that try forever",
      () => withSchemas({ A0: { type: "string", pattern: "^(a+)+$", default: `${"a".repeat(60)}!` } }),
      () => withSchemas({ A0: { type: "string", pattern: "^(?!b)(a|a)*$", enum: [`${"a".repeat(60)}!`] } }),
      judged,
    ],
    [
      "names that JavaScript knows",
      () => `{"openapi":"3.1.0","paths":{"__proto__":{},"/a":{"get":{"__proto__":1,"responses":{"constructor":{}}}}}}`,
      () =>
        `{"openapi":"3.1.0","paths":{"toString":{},"/a":{"get":{"responses":{"__proto__":{"$ref":"#/__proto__"}}}}}}`,
      judged,
    ],
    [
      "one name for all operations",
      () => JSON.stringify(documentOf({ paths: many(links / 10, (n) => [`/a${n}`, { get: { operationId: "o" } }]) })),
      () => JSON.stringify(documentOf({ paths: many(links / 10, (n) => [`/a${n}`, { get: { operationId: "o" } }]) })),
      judged,
    ],
    [
      "much text",
      () => withSchemas(many(kilobytes, (n) => [`A${n}`, { description: "x".repeat(1000), type: "string" }])),
      () => withSchemas(many(kilobytes, (n) => [`A${n}`, { description: "y".repeat(1000), type: "integer" }])),
      judged,
    ],
    ["text that never ends", () => `{"a":"${"x".repeat(kilobytes * 1000)}`, () => nested(1, "{}"), refused],
  ])("finishes with %s", async (title, base, revision, codes) => {
    const files = [base, revision].map((make, index) => {
      const file = join(folder, `${title.replaceAll(" ", "-")}-${index}.json`);
      writeFileSync(file, make());
      return file;
    });

    expect(codes).toContain(await exitOf(...files));
  });
});

/** Exit code of a run. A ToolError is 2; any other error is a bug. */
async function exitOf(...argv: readonly string[]): Promise<ExitCode> {
  const io = { out: () => {}, err: () => {}, interactive: false, colours: false, env: {} };
  try {
    return await command.run(argv, { ...io, signal: new AbortController().signal });
  } catch (error) {
    if ((error as Error).name === "ToolError") return 2;
    throw error;
  }
}
