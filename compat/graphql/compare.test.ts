import { describe, expect, it } from "vitest";
import { type Contract, type Location, loadContract, loadContracts, loadPlatform } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import type { Change } from "../index.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

const scratch = createScratch();
const base = `"""
The shop.

x-spec: 4.13
"""
type Query {
  "x-assumed: Nobody shows it"
  user(id: ID!, name: String): User
  "x-spec: 4.2"
  users(first: Int = 10): [User!]!
}

"x-assumed: Nobody shows it"
type User {
  id: ID!
  "x-spec: 2.7"
  mail: String!
  kind: Kind
}

"x-spec: 2.7"
enum Kind { OPEN CLOSED }
`;

describe("checkOnPlatform() of GraphQL schemas", () => {
  it("reads 10,000 directives without a search for each name", async () => {
    const directives = Array.from({ length: 10_000 }, (_, index) => `directive @d${index} on FIELD_DEFINITION`);
    const schema = `${directives.join("\n")}\n${base}`;

    expect(await changesOf(schema, schema.replace("kind: Kind", "kind: Kind, more: Int"))).toMatchObject([
      { rule: "graphql-field-added" },
    ]);
  });

  it("splits a schema coordinate into operation and path", async () => {
    const revision = base
      .replace(", name: String", "")
      .replace("mail: String!", 'mail: String @deprecated(reason: "Use id.")')
      .replace("OPEN CLOSED", "OPEN CLOSED GONE");

    expect((await changesOf(base, revision)).map(told)).toEqual([
      ["breaking", "graphql-argument-removed", "request", "Query.user", "(name:)", "assumed", 8, 8],
      ["breaking", "graphql-field-type-changed", "response", "User.mail", "", "stated", 17, 17],
      ["non-breaking", "graphql-enum-value-added", "response", "Kind", ".GONE", "stated", 22, 22],
      ["non-breaking", "graphql-field-deprecated", "response", "User.mail", "", "stated", 17, 17],
    ]);
  });

  it("includes the reason of a deprecation, and keeps the pointer at which the policy looks up dates", async () => {
    const dated = `"""\n  x-deprecated: 2026-01-31\n  x-sunset: 2027-06-30\n  """\n  kind: Kind`;
    const [change] = await changesOf(base, base.replace("kind: Kind", `${dated} @deprecated(reason: "Use id.")`));

    expect(change).toMatchObject({
      section: "9.7",
      after: { reason: "Use id.", date: "2026-01-31", sunset: "2027-06-30" },
      base: { pointer: "/types/User/fields/kind" },
    });
  });

  it("gives an announcement the same id with another reason", async () => {
    const plain = "type Query { a: Int b: Int }";
    const marked = (more: string) => changesOf(plain, plain.replace("b: Int", `b: Int @deprecated${more}`));
    const [bare, reasoned] = [await marked(""), await marked('(reason: "Use a.")')];

    expect(bare.map(({ rule }) => rule)).toEqual(["graphql-field-deprecated"]);
    expect(reasoned.map(({ id }) => id)).toEqual(bare.map(({ id }) => id));
  });

  it.each([
    ["a field", "b: Int", 'Field "b"'],
    ["an argument", "of: Int", 'Argument "of"'],
    ["an input field", "c: Int", 'Field "c"'],
    ["an enum value", "D", 'Enum value "D"'],
  ])("names the deprecated part by noun and name: %s", async (_, part, named) => {
    const plain = "type Query { a: Int b: Int e(of: Int f: F): E } input F { c: Int } enum E { D G }";
    const since = (day: string): string => plain.replace(part, `"x-deprecated: ${day}" ${part} @deprecated`);
    const [first, second] = [since("2026-01-31"), since("2026-02-28")];
    const messages = async (from: string, to: string) => (await changesOf(from, to)).map(({ message }) => message);

    expect(await messages(plain, first)).toEqual([`${named} was deprecated`]);
    expect(await messages(first, plain)).toEqual([`${named} is no longer deprecated`]);
    expect(await messages(first, second)).toEqual([
      `The deprecation of ${named.charAt(0).toLowerCase()}${named.slice(1)} changed`,
    ]);
  });

  it("reports a deprecated type, and the consequence for its users", async () => {
    const plain = "type Query { e: E } enum E { D }";
    const [change] = await changesOf(plain, plain.replace("enum", '"x-deprecated: 2026-01-31" enum'));

    expect(change).toMatchObject({
      message: 'Type "E" was deprecated',
      why: "The type still works. Its removal is announced, with all of its members and uses.",
    });
  });

  it("omits the default reason, and keeps the ids that include it", async () => {
    const plain = "type Query { a: Int b: Int }";
    const since = (day: string, reason = ""): string =>
      plain.replace("b: Int", `"x-deprecated: ${day}" b: Int @deprecated${reason}`);
    const changed = async (from: string, to: string) => (await changesOf(from, to))[0];

    expect((await changed(plain, since("2026-01-31")))?.after).toEqual({ date: "2026-01-31" });
    expect((await changed(since("2026-01-31"), plain))?.before).toEqual({ date: "2026-01-31" });
    expect(await changed(since("2026-01-31"), since("2026-02-28"))).toMatchObject({
      id: "0af67364bda5",
      before: { date: "2026-01-31" },
      after: { date: "2026-02-28" },
    });
    expect(await changed(plain.replace("b: Int", "b: Int @deprecated"), since("2026-01-31"))).toMatchObject({
      before: { deprecated: true },
      after: { date: "2026-01-31" },
    });
    expect((await changed(plain, since("2026-01-31", '(reason: "Use a.")')))?.after).toEqual({
      date: "2026-01-31",
      reason: "Use a.",
    });
  });

  it("keeps the id of a change when its part is moved in the file", async () => {
    const moved = `# A line more.\n${base}`;
    const ids = async (from: string, to: string): Promise<unknown> => (await changesOf(from, to)).map(({ id }) => id);

    expect(await ids(moved, moved.replace("  kind: Kind\n", ""))).toEqual(
      await ids(base, base.replace("  kind: Kind\n", "")),
    );
  });

  it("finds no change between the platform and itself", async () => {
    const schemas = (await loadPlatform()).filter(({ kind }) => kind === "graphql");

    expect(schemas).toHaveLength(1);
    expect(checkOnPlatform(schemas, schemas).changes).toEqual([]);
  });

  it("treats a schema and an OpenAPI document as two contracts", async () => {
    const [document] = await loadContracts(["fixtures/changelog/base.yaml"]);
    const { changes } = checkOnPlatform([await load(base)], [document as Contract]);

    expect(changes.filter(({ verdict }) => verdict === "breaking").map(({ rule }) => rule)).toEqual([
      "graphql-schema-removed",
    ]);
  });
});

describe("a schema that graphql-js cannot build", () => {
  const odd = `type Query { a: Int, a: String, lost: Nowhere, b(c: Int, c: Int): Int @unknown }
type Query { d: Int }
extend type Missing { e: Int }
schema { query: Query mutation: Empty }
enum Empty { A A }`;

  it("is compared as far as possible, and its problems are listed with their location", async () => {
    const contract = await load(odd);
    const { changes } = checkOnPlatform([contract], [await load(odd.replace(", lost: Nowhere", ""))]);

    expect(contract.problems.map(({ message, at }) => [at.line, message])).toEqual([
      [1, '"Query.a" is defined more than once: the first counts'],
      [1, '"Query.b(c:)" is defined more than once: the first counts'],
      [1, 'Directive "@unknown" is not defined: its meaning is unknown'],
      [1, 'Type "Nowhere" is not defined: it is taken for a scalar'],
      [2, 'Type "Query" is defined more than once: the first counts'],
      [3, 'Type "Missing" is extended but not defined: its first extension is used as its definition'],
      [4, '"Empty" cannot be the root of each mutation: it is no object type'],
      [5, '"Empty.A" is defined more than once: the first counts'],
    ]);
    expect(changes.map(({ rule, verdict, operations }) => [verdict, rule, operations])).toEqual([
      ["breaking", "graphql-type-removed", ["Nowhere", "Query.lost"]],
    ]);
  });

  it.each([
    ["no schema at all", "hello", "Syntax Error"],
    ["nothing", "", "Syntax Error"],
    ["too deep for a parser", `type Query { a: ${"[".repeat(100_000)}Int${"]".repeat(100_000)} }`, "nests too deep"],
  ])("is refused if it is %s", async (_, sdl, message) => {
    await expect(load(sdl)).rejects.toMatchObject({
      code: "unreadable-document",
      message: expect.stringContaining(message) as unknown,
    });
  });

  it.each([
    ["fields of a root", "extend type Query { a: Int b: Int }", "b: Int", "graphql-field-removed"],
    [
      "what only it leads to",
      'type User @key(fields: "id") { id: ID! name: String }\nextend type Query { me: User }',
      "name: String",
      "graphql-field-removed",
    ],
    [
      "fields of a further extension",
      "extend type Query { a: Int }\nextend type Query { b: Int }\nextend type Query { c: Int }",
      "b: Int",
      "graphql-field-removed",
    ],
    ["a value of an enum", "type Query { a(e: E): Int }\nextend enum E { A B }", "B", "graphql-enum-value-removed"],
    [
      "a member of a union",
      "type Query { a: U }\ntype A { a: Int }\ntype B { a: Int }\nextend union U = A | B",
      "| B",
      "graphql-union-member-removed",
    ],
    [
      "a field of an input",
      "type Query { a(i: I): Int }\nextend input I { a: Int b: Int }",
      "b: Int",
      "graphql-input-field-removed",
    ],
  ])("counts extensions as definitions: %s", async (_, sdl, gone, rule) => {
    const kept = sdl.includes("{ b: Int }") ? sdl.replace("b: Int", "d: Int") : sdl.replace(gone, "");
    const contract = await load(sdl);

    expect(contract.problems.filter(({ message }) => message.includes("is extended but not defined"))).toHaveLength(1);
    expect((await changesOf(sdl, kept)).filter(({ verdict }) => verdict === "breaking")).toMatchObject([{ rule }]);
  });

  it("treats a type and its extensions in one document as equal in any order", async () => {
    const [subgraph, whole] = ["extend type", "type"].map(
      (word) => `${word} Query { a: Int }\nextend type Query { b: Int }`,
    );

    expect(await changesOf(subgraph as string, whole as string)).toEqual([]);
    expect((await load("type Query { a: Int }\nextend scalar ID @own")).problems).toMatchObject([
      { message: 'Type "ID" cannot be extended: every schema has it' },
    ]);
  });

  it("can have no query type", async () => {
    const sdl = "type A { b: Int }";
    const contract = await load(sdl);

    expect(contract.problems.map(({ message }) => message)).toEqual(["Query root type must be provided"]);
    expect(checkOnPlatform([contract], [await load("type A { c: Int }")]).verdict).toBe("dangerous");
  });
});

async function changesOf(from: string, to: string): Promise<readonly Change[]> {
  return checkOnPlatform([await load(from)], [await load(to)]).changes;
}

async function load(sdl: string): Promise<Contract> {
  return loadContract(scratch.write({ "shop.graphql": sdl }));
}

function told({ verdict, rule, direction, operation, path, basis, base: before, revision: after }: Change): unknown[] {
  return [verdict, rule, direction, operation, path, basis, (before as Location).line, (after as Location).line];
}
