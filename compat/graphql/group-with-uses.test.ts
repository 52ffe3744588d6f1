import { describe, expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type Ledger, emptyLedger, judgeInTime } from "../index.ts";
import { checkOnPlatform, growLedgerOnPlatform } from "../../test/support/compat/on-platform.ts";

const scratch = createScratch();
const load = async (sdl: string) => loadContract(scratch.write({ "shop.graphql": sdl }));
const shop = `
type Query { order: Order found: [Found] node: Node one(filter: Filter): Int }
interface Node { id: ID }
type Order implements Node { id: ID lines: [Line] pay: Pay }
type Line { pay: Pay }
enum Pay { CASH CARD }
type User { id: ID order: Order }
union Found = User | Order
input Filter { sort: Sort }
input Sort { by: String }
`;

async function told(base: string, revision: string): Promise<readonly (readonly unknown[])[]> {
  const { changes } = checkOnPlatform([await load(base)], [await load(revision)]);
  return changes.map(({ verdict, rule, message, operations }) => [verdict, rule, message, operations]);
}

describe("a removed type", () => {
  const gone = shop
    .replace("order: Order found", "found")
    .replace("User | Order", "User")
    .replace(" order: Order }", " }")
    .replaceAll(/^(type Order|type Line|enum Pay).*\n/gm, "");

  it("is one change with its uses and the types that only it uses, like an added type", async () => {
    const reached = ["Order", "Found.Order", "Node", "Query.order", "User.order"];
    const along = '"Found.Order", "Line", "Pay", "Query.order" and "User.order"';

    expect(await told(shop, gone)).toEqual([
      ["breaking", "graphql-type-removed", `Object type was removed, and with it ${along}`, reached],
    ]);
    expect(await told(gone, shop)).toEqual([
      ["dangerous", "graphql-type-added", `Object type was added, and with it ${along}`, reached],
    ]);
  });

  it("is reported with its new name if it was renamed", async () => {
    expect(await told(shop, shop.replaceAll("Sort", "Order2"))).toEqual([
      [
        "breaking",
        "graphql-type-removed",
        'Input object type was removed; "Order2" takes its place in "Filter.sort"',
        ["Sort", "Filter.sort"],
      ],
      ["non-breaking", "graphql-type-added", "Input object type was added", ["Order2"]],
    ]);
  });

  it("does not include inputs that are now required", async () => {
    const needed = shop.replace("filter: Filter", "filter: Filter, own: Own!").concat("input Own { a: Int }");

    expect((await told(shop, needed)).map(([verdict, rule]) => [verdict, rule])).toEqual([
      ["breaking", "graphql-argument-added"],
      ["non-breaking", "graphql-type-added"],
    ]);
  });

  it.each([
    ["each of its uses", ["Query.order", "User.order"], ["allowed"]],
    ["only one of them", ["Query.order"], ["blocked"]],
  ])("was announced if the changelog announced %s", async (_, announced, expected) => {
    const marked = shop
      .replace("User | Order", "User")
      .replace(" implements Node { id: ID lines", " { id: ID lines")
      .replaceAll("order: Order", "order: Order @deprecated");
    const [base, revision] = [await load(marked), await load(gone)];
    const announcements = announced.map((name) => ({
      date: "2020-01-01",
      api: base.api,
      operations: [name],
      path: "",
    }));
    const { changes } = judgeInTime(checkOnPlatform([base], [revision]), [[base], [revision]], {
      today: "2026-11-21",
      announcements,
    });

    expect(changes.map((change) => (change.allowed ? "allowed" : change.blocked ? "blocked" : ""))).toEqual(expected);
  });

  it("was not announced by its uses if it is also reachable through an interface", async () => {
    const [, , , operations] = (await told(shop, gone))[0] ?? [];

    expect(operations).toContain("Node");
  });
});

it("a renamed type is reported by its new name inside lists and non-null types", async () => {
  const lists = "type Query { a: A, all: [A!]! }\ntype A { b: Int }\n";
  const [change] = await told(lists, lists.replaceAll("A", "B"));

  expect(change?.[2]).toBe('Object type was removed; "B" takes its place in "Query.a" and "Query.all"');
});

describe("a removed root", () => {
  const both = "type Query { a: Int }\n";
  const root = "type Mutation { put(x: In): Out, del: Int }\ninput In { a: Int }\ntype Out { b: Int }\n";

  it("is one change with its type and the types that only it uses, like an added root", async () => {
    const along = 'and with it "In", "Out" and "mutation"';

    expect(await told(both + root, both)).toEqual([
      ["breaking", "graphql-type-removed", `Object type was removed, ${along}`, ["Mutation", "mutation"]],
    ]);
    expect(await told(both, both + root)).toEqual([
      ["non-breaking", "graphql-type-added", `Object type was added, ${along}`, ["Mutation", "mutation"]],
    ]);
  });

  it("is a separate change if its type remains", async () => {
    const schema = (roots: string): string => `${both}${root}schema { ${roots} }\n`;

    expect(await told(schema("query: Query mutation: Mutation"), schema("query: Query"))).toEqual([
      ["breaking", "graphql-root-removed", "Root type of each mutation was removed", ["mutation"]],
    ]);
  });

  it("is reported with the new name of its type", async () => {
    const renamed = both + root.replace("type Mutation", "type Change") + "schema { query: Query mutation: Change }\n";

    expect((await told(both + root, renamed))[0]).toEqual([
      "breaking",
      "graphql-type-removed",
      'Object type was removed; "Change" takes its place in "mutation"',
      ["Mutation", "mutation"],
    ]);
  });

  const since = (day: string, name = "m"): string => `"x-deprecated: ${day}" ${name}: Int @deprecated`;
  const query = "type Query { a: Int }";
  const mutation = (...fields: readonly string[]): string => `${query} type Mutation { ${fields.join(" ")} }`;
  const schemaOf = (roots: string, ...types: readonly string[]): string => `schema { ${roots} } ${types.join(" ")}`;
  const [queried, mutated] = ["query: Query", "query: Query mutation: M"];

  it.each<[string, base: string, revision: string, from: string | undefined]>([
    ["its only field", mutation(since("2025-01-01")), query, "2026-01-01"],
    [
      "each of its fields, which counts by the last of them",
      mutation(since("2025-01-01"), since("2025-06-01", "n")),
      query,
      "2026-06-01",
    ],
    ["some of its fields", mutation(since("2025-01-01"), "n: Int"), query, undefined],
    ["its type", mutation("m: Int").replace("type M", '"x-deprecated: 2025-02-01" type M'), query, "2026-02-01"],
    [
      "its fields, where its type stays",
      schemaOf(mutated, query, `type M { ${since("2025-01-01")} }`),
      schemaOf(queried, query, "type M { m: Int @deprecated }"),
      "2026-01-01",
    ],
    [
      "its fields, where its type stays and not all of them were",
      schemaOf(mutated, query, `type M { ${since("2025-01-01")} n: Int }`),
      schemaOf(queried, query, "type M { m: Int @deprecated n: Int }"),
      undefined,
    ],
    [
      "its fields, and something else that has its type was not",
      schemaOf(mutated, "type Query { a: Int m: M }", `type M { ${since("2025-01-01")} }`),
      schemaOf(queried, query),
      undefined,
    ],
    [
      "its fields, and an interface that leads to it was not",
      schemaOf(
        mutated,
        "type Query { a: N }",
        "interface N { m: Int }",
        `type M implements N { ${since("2025-01-01")} }`,
      ),
      schemaOf(queried, "type Query { a: N }", "interface N { m: Int }"),
      undefined,
    ],
    [
      "its fields, where its type has the name of the operation",
      schemaOf("query: Query mutation: mutation", query, `type mutation { ${since("2025-01-01")} }`),
      query,
      "2026-01-01",
    ],
  ])("was announced by %s", async (_, base, revision, from) => {
    const pair = [[await load(base)], [await load(revision)]] as const;
    const { changes } = judgeInTime(checkOnPlatform(...pair), pair, { today: "2026-11-20" });
    const breaking = changes.filter(({ verdict }) => verdict === "breaking");

    expect(breaking.map(({ allowed }) => allowed?.from)).toEqual([from]);
  });

  it("was announced if the ledger dates its fields", async () => {
    const marked = mutation("m: Int @deprecated", "n(x: Int): Int @deprecated");
    const pair = [[await load(marked)], [await load(query)]] as const;
    const first = growLedgerOnPlatform(emptyLedger, { name: "v1", date: "2025-01-01", contracts: pair[0] });
    const changesBy = (sources: { ledger?: Ledger }) =>
      judgeInTime(checkOnPlatform(...pair), pair, { today: "2026-11-20", ...sources }).changes;

    expect(changesBy({ ledger: first })).toMatchObject([{ allowed: { from: "2026-01-01" } }]);
    expect(changesBy({})).toMatchObject([{ blocked: { reason: "It is deprecated, but nothing says since when" } }]);
  });
});

it("a type of another kind is one change with the types that implemented it", async () => {
  const asked = "type Query { node: Node }\n";
  const [before, after] = [
    `${asked}interface Node { id: ID }\ntype Order implements Node { id: ID }\n`,
    `${asked}union Node = Order\ntype Order { id: ID }\n`,
  ];
  const reached = ["Node", "Order.Node"];

  expect(await told(before, after)).toEqual([
    ["breaking", "graphql-type-kind-changed", "It was an interface, and is a union", reached],
  ]);
  expect(await told(after, before)).toEqual([
    ["breaking", "graphql-type-kind-changed", "It was a union, and is an interface", reached],
  ]);
});
