import { describe, expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../testing/contracts/scratch.ts";
import { checkCompat, judgeInTime } from "../index.ts";

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
  const { changes } = checkCompat([await load(base)], [await load(revision)]);
  return changes.map(({ verdict, rule, message, operations }) => [verdict, rule, message, operations]);
}

describe("a type that went", () => {
  const gone = shop
    .replace("order: Order found", "found")
    .replace("User | Order", "User")
    .replace(" order: Order }", " }")
    .replaceAll(/^(type Order|type Line|enum Pay).*\n/gm, "");

  it("is one change with its uses, and with the types that nothing else uses; so is one that came", async () => {
    const uses = ["Order", "Found.Order", "Query.order", "User.order"];
    const reached = ["Order", "Found.Order", "Node", "Query.order", "User.order"];
    const along = '"Found.Order", "Line", "Pay", "Query.order" and "User.order"';

    expect(await told(shop, gone)).toEqual([
      ["breaking", "graphql-type-removed", `Object type was removed, and with it ${along}`, reached],
    ]);
    expect(await told(gone, shop)).toEqual([
      ["dangerous", "graphql-type-added", `Object type was added, and with it ${along}`, uses],
    ]);
  });

  it("tells what it is called now, where it was renamed", async () => {
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

  it("leaves what an operation has to give from now on a change of its own", async () => {
    const needed = shop.replace("filter: Filter", "filter: Filter, own: Own!").concat("input Own { a: Int }");

    expect((await told(shop, needed)).map(([verdict, rule]) => [verdict, rule])).toEqual([
      ["breaking", "graphql-argument-added"],
      ["non-breaking", "graphql-type-added"],
    ]);
  });

  it.each([
    ["each of its uses", ["Query.order", "User.order"], ["allowed"]],
    ["only one of them", ["Query.order"], ["blocked"]],
  ])("was announced where the changelog announced %s", async (_, announced, expected) => {
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
    const { changes } = judgeInTime(checkCompat([base], [revision]), [[base], [revision]], {
      today: "2026-11-21",
      announcements,
    });

    expect(changes.map((change) => (change.allowed ? "allowed" : change.blocked ? "blocked" : ""))).toEqual(expected);
  });

  it("was not announced by its uses where an interface leads to it as well", async () => {
    const [, , , operations] = (await told(shop, gone))[0] ?? [];

    expect(operations).toContain("Node");
  });
});
