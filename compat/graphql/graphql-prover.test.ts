import { expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type Change, checkCompat } from "../index.ts";

const scratch = createScratch();
const load = async (sdl: string) => loadContract(scratch.write({ "shop.graphql": sdl }));

/** Verdict on the change of one part, and the operation that proves it. */
async function provedOf(part: string, base: string, revision: string): Promise<unknown[]> {
  const { changes } = checkCompat([await load(base)], [await load(revision)]);
  const { verdict, witness, note } = changes.find(({ operation, path }) => operation + path === part) as Change;
  const { query } = (witness?.request?.body ?? {}) as { query?: string };
  return [verdict, query ?? note, ...(witness?.at === undefined ? [] : [witness.value, witness.at])];
}

const base = `type Query { user(id: ID, by: By, page: Page): User users: [User!] }
type User { role: Role n2: Int! kinds: [Role] }
enum Role { A B }
enum By { NAME AGE }
input Page { size: Int after: String one: One! }
input One @oneOf { deep: One limit: Int }
`;

it.each([
  ["an argument", "id: ID,", "id: ID!,", '{ user(id: "1") { role } }'],
  ["an argument without its default value", "id: ID,", "id: ID! = 7,", "{ user { role } }"],
  ["a value that stays", "by: By", "by: By!", "{ user(by: AGE) { role } }"],
  ["an argument of another type as well", "id: ID,", "id: Int!,", "{ user(id: 1) { role } }"],
  ["fields of an input object", "page: Page", "page: Page!", '{ user(page: {after: "x", one: {limit: 1}}) { role } }'],
  [
    "nothing that the base does not have",
    "page: Page",
    "page: Page, one: One!",
    "Every operation of the base that uses it is refused because of other changes",
  ],
])("a path to a type includes newly required inputs: %s", async (_, from, to, query) => {
  const revision = base
    .replace("A B", "A C")
    .replace("NAME AGE", "OLD AGE")
    .replace("after: String", "after: String!")
    .replace(/ users: .User!./, "")
    .replace(from, to);

  expect(await provedOf("Role.B", base.replace(/ users: .User!./, ""), revision)).toEqual([
    "breaking",
    query,
    ...(query.startsWith("{") ? ["C", "data.user.role"] : []),
  ]);
});

it("reports the path of an unexpected value in the response", async () => {
  const only = base.replace("user(id: ID, by: By, page: Page): User ", "");
  const renamed = only.replace("A B", "A C").replace("role: Role", "role: Int");

  expect(await provedOf("Role.B", only, renamed)).toEqual([
    "breaking",
    "{ users { kinds } }",
    "C",
    "data.users[].kinds[]",
  ]);
  expect(await provedOf("User.n2", only, only.replace("n2: Int!", "n2: Int"))).toEqual([
    "breaking",
    "{ users { n2 } }",
    null,
    "data.users[].n2",
  ]);
});

it("ignores refusals that another change causes", async () => {
  const revision = base.replace("id: ID,", "id: ID!,").replace("users: [User!]", "").replace("n2: Int!", "n2: Int");

  expect(await provedOf("User.n2", base, revision)).toEqual([
    "breaking",
    '{ user(id: "1") { n2 } }',
    null,
    "data.user.n2",
  ]);
  expect(await provedOf("User.n2", base, revision.replace("user(", "person("))).toEqual([
    "breaking",
    "Every operation of the base that uses it is refused because of other changes",
  ]);
});

it.each([
  ["a root that was renamed", "Query", "Root"],
  ["a type that was renamed", "Way", "Path"],
  ["a field that leads to fewer types", "): Node", "): Thing"],
])("finds paths through %s", async (_, name, other) => {
  const schema = `schema { query: Query }
    type Query { a: Way }
    type Way { node(id: ID): Node }
    interface Node { id: ID }
    type Thing implements Node { id: ID one(e: E): Int }
    enum E { A B }\n`;
  const revision = schema.replace("id: ID)", "id: ID!)").replaceAll(name, other).replace("A B", "B");

  expect(await provedOf("E.A", schema, revision)).toEqual([
    "breaking",
    '{ a { node(id: "1") { ... on Thing { one(e: A) } } } }',
  ]);
});

it("pairs each removed value with an added one", async () => {
  const { changes } = checkCompat([await load(base)], [await load(base.replace("A B", "C D"))]);

  expect(changes.flatMap(({ before, after }) => (before === undefined ? [] : [[before, after]]))).toEqual([
    ["A", "C"],
    ["B", "D"],
  ]);
});

it.each([
  ["a value of another type", "j: Float k: Int", "query Witness($value: Int!) { a(i: {j: $value}) }"],
  ["a list", "j: [Int] k: Int", "query Witness($value: Int!) { a(i: {j: $value}) }"],
])("declares a non-null variable for a @oneOf field: %s", async (_, fields, query) => {
  for (const argument of ["I", "I!"]) {
    const sdl = `type Query { a(i: ${argument}): Int }\ninput I @oneOf { j: Int k: Int }`;
    const revision = sdl.replace("j: Int k: Int", fields);
    expect(await provedOf("I.j", sdl, revision)).toEqual(["breaking", query]);
  }
});

it("uses another @oneOf field in place of a newly required one", async () => {
  const sdl = "type Query { a(i: I!): Int }\ninput I @oneOf { j: Int k: Int }";

  const revised = await provedOf("I.j", sdl, sdl.replace("@oneOf { j: Int", "{ j: Int!"));
  const added = await provedOf("I.z", sdl, sdl.replace("@oneOf {", "{ z: Int!"));

  expect([revised, added]).toEqual([
    ["breaking", "{ a(i: {k: 1}) }"],
    ["breaking", "{ a(i: {j: 1}) }"],
  ]);
});

it("finds a field that conflicts with one that is now non-null", async () => {
  const sdl = "type Query { n: N }\ninterface N { v: Int }\ntype X implements N { v: Int }";

  expect(await provedOf("X.v", sdl, sdl.replace(/Int }$/, "Int! }"))).toEqual([
    "dangerous",
    "Fields of one name must be of one type: this operation of the base is refused: { n { ... on N { v } ... on X { v } } }",
  ]);
});

it.each([
  ["a field", "A.b", " b(x: Int): E"],
  ["an argument", "A.b(x:)", "(x: Int)"],
  ["a value", "E.D", " D"],
])("calls changes in a schema without a root dangerous: %s", async (_, part, gone) => {
  const sdl = "type A { a: Int b(x: Int): E }\nenum E { C D }";
  const note = "The schema has no root type, so its operations are not known";

  expect(await provedOf(part, sdl, sdl.replace(gone, ""))).toEqual(["dangerous", note]);
});
