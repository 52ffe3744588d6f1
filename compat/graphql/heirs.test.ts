import fc from "fast-check";
import { type DocumentNode, parse, print, visit } from "graphql";
import { expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../testing/contracts/scratch.ts";
import { type Change, checkCompat } from "../index.ts";

const scratch = createScratch();
const load = async (sdl: string) => loadContract(scratch.write({ "shop.graphql": sdl }));

const shop = `
type Query { user(by: By, kind: Kind): User others: [User] node: Node }
interface Node { id: ID }
type User implements Node { id: ID mail: String kind: Kind friends(first: Int, by: By): [User!] address: Address }
type Address { street: String zip: Int }
enum Kind { OPEN CLOSED }
input By { name: String kind: Kind inner: By }
`;

/** Edits within types, each of which leaves who refers to them as they are. */
const edits: readonly (readonly [from: string, to: string])[] = [
  ["mail: String", ""],
  ["mail: String", "mail: Int"],
  ["mail: String", "mail: String post: Int"],
  ["first: Int", "first: Int!"],
  ["[User!] address", "[User]! address"],
  ["street: String", ""],
  ["zip: Int", "zip: Int!"],
  ["OPEN CLOSED", "OPEN"],
  ["OPEN CLOSED", "OPEN CLOSED GONE"],
  ["name: String", "name: String!"],
  ["name: String", ""],
  ["name: String", "name: [String]"],
];

const types = ["User", "Address", "Kind", "By"];

function renamed(document: DocumentNode, names: readonly string[]): string {
  const result = visit(document, {
    Name: (node) => (names.includes(node.value) ? { ...node, value: `${node.value}2` } : undefined),
  });
  return print(result);
}

async function changesOf(base: string, revision: string): Promise<readonly Change[]> {
  return checkCompat([await load(base)], [await load(revision)]).changes;
}

it("tells of a type by another name all that it tells of it by its own", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...edits), { selector: ([from]) => from }),
      fc.subarray(types, { minLength: 1 }),
      async (chosen, names) => {
        const revision = chosen.reduce((text, [from, to]) => text.replace(from, to), shop);
        const told = (changes: readonly Change[]): readonly string[] =>
          changes
            .filter(({ rule }) => !/-type-(added|removed)$/.test(rule))
            .map(({ verdict, rule, operation, path }) => `${verdict} ${rule} ${operation}${path}`)
            .toSorted();

        const changes = await changesOf(shop, renamed(parse(revision), names));
        expect(told(changes)).toEqual(told(await changesOf(shop, revision)));
        expect(changes.filter(({ verdict, witness }) => verdict === "breaking" && !witness)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

it("says what the type is called now, and shows the change by what is left of the operation", async () => {
  const revision = renamed(parse(shop.replace("mail: String", "mail: Int")), ["User"]);
  const change = (await changesOf(shop, revision)).find(({ operation }) => operation === "User.mail");

  expect(change).toMatchObject({
    message: 'Type changed from String to Int ("User" is "User2" now)',
    witness: { shows: "unexpected", value: 1, at: "data.user.mail" },
    revision: { pointer: "/types/User2/fields/mail" },
  });
});

it.each([
  ["two types that take its place", [["others: [User2]", "others: [Other]"]]],
  [
    "a type that takes the place of two",
    [
      ["address: Address", "address: User2"],
      ["type Address ", "type Other2 "],
    ],
  ],
])("compares it with nothing where that is not known: %s", async (_, replaced) => {
  const sdl = renamed(parse(shop.replace("mail: String", "")), ["User"]);
  const revision = replaced.reduce((text, [from = "", to = ""]) => text.replace(from, to), sdl);
  const changes = await changesOf(shop, `${revision} type Other { id: ID }`);

  expect(changes.filter(({ operation }) => operation === "User.mail")).toEqual([]);
});
