import type { ExitCode } from "../../../cli/command.ts";
import type { Json, JsonObject } from "../../../contracts/index.ts";

/** Files that try to exhaust the resources of their reader, and the command that reads them. */
export interface HostileInput {
  readonly name: string;
  /** File contents by name. The first file is the argument of the command. */
  readonly files: () => Readonly<Record<string, string>>;
  /** Arguments before the file; `contracts lint` by default. */
  readonly command?: readonly string[];
  readonly codes: readonly ExitCode[];
  /** Part of the message on stderr. */
  readonly error?: string;
}

const answered: readonly ExitCode[] = [0, 1];
const refused: readonly ExitCode[] = [2];

const members = (count: number, make: (index: number) => readonly [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));
const items = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const operation: JsonObject = { get: { responses: { "200": { description: "Fine." } } } };
const documentWith = (parts: JsonObject): JsonObject => ({
  openapi: "3.1.0",
  info: { title: "Hostile", version: "1" },
  paths: {},
  ...parts,
});
const documentTaking = (schema: Json): JsonObject =>
  documentWith({
    paths: {
      "/a": {
        post: {
          requestBody: { content: { "application/json": { schema } } },
          responses: { "204": { description: "Fine." } },
        },
      },
    },
  });
const single = (document: JsonObject) => (): Readonly<Record<string, string>> => ({
  "openapi.json": JSON.stringify(document),
});
const several = (files: () => Readonly<Record<string, Json>>) => (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files()).map(([name, value]) => [name, JSON.stringify(value)]));
const atPaths = (...paths: readonly string[]) =>
  single(documentWith({ paths: Object.fromEntries(paths.map((path) => [path, operation])) }));

const placeholders = (count: number, between = ""): string => `/${items(count, (n) => `{p${n}}`).join(between)}`;

const paths: readonly HostileInput[] = [
  {
    name: "a segment of 3,000 placeholders",
    files: atPaths(placeholders(3000)),
    codes: refused,
    error: "unreadable-document",
  },
  {
    name: "a short path with too many placeholders",
    files: atPaths(placeholders(200, "-")),
    codes: refused,
    error: "it has 200 parameters, more than 100",
  },
  {
    name: "a path of 10,000 segments",
    files: atPaths("/a".repeat(10_000)),
    codes: refused,
    error: "characters",
  },
  { name: "a path of 3,000 segments", files: atPaths("/a".repeat(3000)), codes: answered },
  {
    name: "10,000 paths with a common prefix",
    files: () => atPaths(...items(10_000, (n) => `/a/b/c/d/e/${n}`))(),
    codes: answered,
  },
  {
    name: "10,000 paths with text beside a placeholder",
    files: () => atPaths(...items(10_000, (n) => `/a/{id}-${n}`))(),
    codes: answered,
  },
  {
    name: "a long base path for many paths",
    files: () =>
      single(
        documentWith({
          servers: [{ url: `/${"a/".repeat(500_000)}` }],
          paths: members(1000, (n) => [`/${n}`, operation]),
        }),
      )(),
    codes: refused,
    error: "server",
  },
  {
    name: "many servers of many paths",
    files: () =>
      single(
        documentWith({
          servers: items(5000, (n) => ({ url: `/v${n}` })),
          paths: members(5000, (n) => [`/${n}`, operation]),
        }),
      )(),
    codes: refused,
    error: "servers",
  },
  {
    name: "a long name above many schemas",
    files: () =>
      single(
        documentWith({
          components: { schemas: { ["n".repeat(20_000)]: { properties: members(20_000, (n) => [`p${n}`, {}]) } } },
        }),
      )(),
    codes: refused,
    error: "8000 characters",
  },
  {
    name: "many parameters below a name that is almost too long",
    files: () =>
      single(
        documentWith({
          paths: {
            [`/${"n".repeat(7000)}`]: {
              get: {
                parameters: items(100_000, (n) => ({ name: `q${n}`, in: "query", schema: { type: "string" } })),
                responses: {},
              },
            },
          },
        }),
      )(),
    codes: refused,
    error: "400 million characters",
  },
];

const references: readonly HostileInput[] = [
  {
    name: "a chain of 5,000 files",
    files: several(() => ({
      "openapi.json": documentTaking({ $ref: "f0.json" }),
      ...members(5000, (n) => [`f${n}.json`, n === 4999 ? {} : { $ref: `f${n + 1}.json` }]),
    })),
    codes: answered,
  },
  {
    name: "files that refer to each other",
    files: several(() => ({
      "openapi.json": documentTaking({ $ref: "f0.json" }),
      ...members(150, (n) => [
        `f${n}.json`,
        { properties: members(150, (other) => [`p${other}`, { $ref: `f${other}.json` }]) },
      ]),
    })),
    codes: answered,
  },
  {
    name: "one file, 100,000 times, under 100,000 names",
    files: several(() => ({
      "openapi.json": documentTaking({ properties: members(100_000, (n) => [`p${n}`, { $ref: `./${n}/../f.json` }]) }),
      "f.json": { type: "string" },
    })),
    codes: answered,
  },
  {
    name: "50,000 files that are not there",
    files: several(() => ({
      "openapi.json": documentTaking({ properties: members(50_000, (n) => [`p${n}`, { $ref: `m${n}.json` }]) }),
    })),
    codes: answered,
  },
  {
    name: "20,000 parts of a file with one name",
    files: several(() => ({
      "openapi.json": documentTaking({ properties: members(20_000, (n) => [`p${n}`, { $ref: `f.json#/${n}/a` }]) }),
      "f.json": members(20_000, (n) => [String(n), { a: { type: "string" } }]),
    })),
    codes: answered,
  },
  {
    name: "files that are too much only together",
    files: several(() => ({
      "openapi.json": documentTaking({ allOf: items(12, (n) => ({ $ref: `f${n}.json#/a` })) }),
      ...members(12, (n) => [`f${n}.json`, { a: { type: "string" }, values: items(500_000, () => n) }]),
    })),
    codes: refused,
    error: "5 million values",
  },
  {
    name: "texts that multiply with each reference",
    files: several(() => ({
      "openapi.json": { ...documentWith({}), info: { $ref: "f.json#/a0" } },
      "f.json": members(10, (n) => [`a${n}`, items(60, () => (n === 9 ? "x" : { $ref: `#/a${n + 1}` }))]),
    })),
    codes: refused,
    error: "references",
  },
  {
    name: "maps that multiply with each reference",
    files: several(() => ({
      "openapi.json": documentWith({
        components: { schemas: members(5000, (n) => [`s${n}`, { properties: { $ref: "f.json#/a" } }]) },
      }),
      "f.json": { a: members(5000, (n) => [`p${n}`, { type: "string" }]) },
    })),
    codes: refused,
    error: "references",
  },
  {
    name: "many paths with one path item of many parameters",
    files: several(() => ({
      "openapi.json": documentWith({ paths: members(5000, (n) => [`/${n}`, { $ref: "f.json" }]) }),
      "f.json": {
        get: { responses: {} },
        parameters: items(5000, (n) => ({ name: `q${n}`, in: "query", schema: { type: "string" } })),
      },
    })),
    codes: refused,
    error: "references",
  },
  {
    name: "many paths that add to one path item",
    files: several(() => ({
      "openapi.json": documentWith({ paths: members(5000, (n) => [`/${n}`, { $ref: "f.json", summary: "Own." }]) }),
      "f.json": {
        get: { responses: {} },
        parameters: items(5000, (n) => ({ name: `q${n}`, in: "query", schema: { type: "string" } })),
      },
    })),
    codes: refused,
    error: "references",
  },
];

const list = (count: number, make: (index: number) => string): string => items(count, make).join("\n");
const schema = (text: () => string) => (): Readonly<Record<string, string>> => ({ "schema.graphql": text() });

const schemas: readonly HostileInput[] = [
  {
    name: "GraphQL: lists within lists",
    files: schema(() => `type Query { a: ${"[".repeat(100_000)}Int${"]".repeat(100_000)} }`),
    codes: refused,
    error: "nests too deep",
  },
  {
    name: "GraphQL: defaults within each other",
    files: schema(() => `type Query { a(x: Int = ${"[".repeat(50_000)}${"]".repeat(50_000)}): Int }`),
    codes: refused,
    error: "nests too deep",
  },
  {
    name: "GraphQL: a chain of 10,000 types",
    files: schema(() => `type Query { a: T0 }\n${list(10_000, (n) => `type T${n} { a: T${(n + 1) % 10_000} }`)}`),
    codes: answered,
  },
  {
    name: "GraphQL: 200,000 fields",
    files: schema(() => `type Query {\n${list(200_000, (n) => `f${n}(a: Int): Int`)}\n}`),
    codes: refused,
    error: "tokens",
  },
  {
    name: "GraphQL: interfaces that nothing implements in full",
    files: schema(
      () =>
        `interface I { ${list(1500, (n) => `f${n}: Int`)} }\ntype Query { a: I }\n${list(1500, (n) => `type T${n} implements I { a: Int }`)}`,
    ),
    codes: refused,
    error: "interfaces",
  },
  {
    name: "GraphQL: input objects that need each other",
    files: schema(
      () =>
        `type Query { a(i: In0): Int }\n${list(60, (n) => `input In${n} { ${list(60, (other) => `a${other}: In${other}!`)} }`)}`,
    ),
    codes: answered,
  },
  {
    name: "GraphQL: types and fields that are there again and again",
    files: schema(
      () =>
        `type Query { a: Int }\n${list(10_000, (n) => `type T { a${n}: X${n} }\nextend type Query { a${n}: Int }`)}`,
    ),
    codes: answered,
  },
  {
    name: "GraphQL: the answer to an introspection query",
    files: schema(() => JSON.stringify({ data: { __schema: { types: [] } } })),
    codes: refused,
    error: "schema definition language",
  },
];

const callbacks = (count: number, to: (index: number) => readonly number[]): JsonObject =>
  documentWith({
    paths: { "/a": { post: { responses: {}, callbacks: { c: { $ref: "#/components/callbacks/c0" } } } } },
    components: {
      callbacks: members(count, (n) => [
        `c${n}`,
        {
          x: {
            post: {
              responses: {},
              callbacks: Object.fromEntries(to(n).map((m, at) => [`c${at}`, { $ref: `#/components/callbacks/c${m}` }])),
            },
          },
        },
      ]),
    },
  });

const parts: readonly HostileInput[] = [
  {
    name: "callbacks that double with every level",
    files: () => single(callbacks(60, (n) => [(n + 1) % 60, (n + 1) % 60]))(),
    codes: answered,
  },
  {
    name: "callbacks that all lead to each other",
    files: () => single(callbacks(60, () => items(60, (n) => n)))(),
    codes: answered,
  },
  {
    name: "an example of 900 levels",
    files: () => {
      let value: Json = 1;
      for (let level = 0; level < 900; level++) value = { a: value };
      const content = { "application/json": { schema: { type: "object" }, example: value } };
      return single(
        documentWith({ paths: { "/a": { get: { responses: { "200": { description: "Fine.", content } } } } } }),
      )();
    },
    codes: answered,
  },
  {
    name: "links with long expressions",
    files: () => {
      const links = members(300, (n) => [
        `l${n}`,
        { operationId: "get", parameters: { a: "{$response.body#/".repeat(1000) } },
      ]);
      return single(
        documentWith({
          paths: { "/a": { get: { operationId: "get", responses: { "200": { description: "Fine.", links } } } } },
        }),
      )();
    },
    codes: answered,
  },
  {
    name: "long names that differ at their ends",
    files: () =>
      single(
        documentWith({
          paths: members(2500, (n) => [
            `/a${n}`,
            { get: { operationId: `${"o".repeat(17_000)}${10_000 + n}`, responses: {} } },
          ]),
        }),
      )(),
    codes: refused,
    error: "different strings of 17005 characters",
  },
];

/** All classes of hostile documents that Concord handles. */
export const hostileInputs: readonly HostileInput[] = [...paths, ...references, ...schemas, ...parts];
