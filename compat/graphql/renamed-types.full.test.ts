import fc from "fast-check";
import { type DocumentNode, parse, print, visit } from "graphql";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type Change, selectAnnouncements, judgeInTime } from "../index.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

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

/** Edits inside a type that leave all references to the type unchanged. */
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
  return checkOnPlatform([await load(base)], [await load(revision)]).changes;
}

it("finds the same changes in a renamed type as in one that kept its name", async () => {
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
      },
    ),
    { numRuns: 60 },
  );
});

it("reports the new name of the type", async () => {
  const revision = renamed(parse(shop.replace("mail: String", "mail: Int")), ["User"]);
  const change = (await changesOf(shop, revision)).find(({ operation }) => operation === "User.mail");

  expect(change).toMatchObject({
    message: 'Type changed from String to Int ("User" is "User2" now)',
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
])("compares it with nothing if the new name is ambiguous: %s", async (_, replaced) => {
  const sdl = renamed(parse(shop.replace("mail: String", "")), ["User"]);
  const revision = replaced.reduce((text, [from = "", to = ""]) => text.replace(from, to), sdl);
  const changes = await changesOf(shop, `${revision} type Other { id: ID }`);

  expect(changes.filter(({ operation }) => operation === "User.mail")).toEqual([]);
});

describe("deprecations in renamed types", () => {
  const marked = [
    ["mail: String", "mail: String @deprecated"],
    ["first: Int", "first: Int @deprecated"],
    ["OPEN", "OPEN @deprecated"],
    ["inner: By", "inner: By @deprecated"],
  ].reduce((text, [from = "", to = ""]) => text.replace(from, to), shop);
  const lifeOf = (changes: readonly Change[]): readonly string[] =>
    changes
      .filter(({ rule }) => /-(deprecated|reinstated)$/.test(rule))
      .map(({ rule, operation, path }) => `${rule} ${operation}${path}`)
      .toSorted();
  const again = (sdl: string): string => renamed(parse(sdl), types);

  it("are reported by the new names of the types", async () => {
    const changes = await changesOf(shop, again(marked));

    expect(lifeOf(changes)).toEqual([
      "graphql-argument-deprecated User2.friends(first:)",
      "graphql-enum-value-deprecated Kind2.OPEN",
      "graphql-field-deprecated User2.mail",
      "graphql-input-field-deprecated By2.inner",
    ]);
    expect(changes.find(({ operation }) => operation === "User2.mail")).toMatchObject({
      message: 'Field "mail" was deprecated ("User" is "User2" now)',
      base: { pointer: "/types/User/fields/mail" },
      revision: { pointer: "/types/User2/fields/mail" },
    });
    expect(lifeOf(await changesOf(marked, again(shop)))).toHaveLength(4);
    expect(lifeOf(await changesOf(marked, again(marked)))).toEqual([]);
  });

  it("announce the removal of the part", async () => {
    const entries = (await changesOf(shop, again(marked)))
      .filter(({ rule }) => rule.endsWith("-deprecated"))
      .map((change) => ({ ...change, date: "2025-01-01", kind: "deprecated" }));
    const both = [
      [await load(again(marked))],
      [await load(again(marked).replace("mail: String @deprecated", ""))],
    ] as const;
    const { changes } = judgeInTime(checkOnPlatform(...both), both, {
      today: "2026-11-20",
      announcements: selectAnnouncements(entries),
    });

    expect(changes).toMatchObject([{ rule: "graphql-field-removed", allowed: { from: "2026-01-01" } }]);
  });

  it("keep their dates", async () => {
    const since = (day: string): string => marked.replace("mail: String", `"x-deprecated: ${day}" mail: String`);
    const faultsOf = async (base: string, revision: string): Promise<readonly string[]> => {
      const both = [[await load(base)], [await load(again(revision))]] as const;
      return judgeInTime(checkOnPlatform(...both), both, { today: "2026-11-20" }).faults.map(({ code }) => code);
    };

    expect(await faultsOf(since("2026-05-01"), since("2026-05-01"))).toEqual([]);
    expect(await faultsOf(since("2026-05-01"), since("2026-04-30"))).toEqual(["deprecation-backdated"]);
    expect(await faultsOf(shop, since("2026-05-01"))).toEqual(["deprecation-backdated"]);
  });
});
