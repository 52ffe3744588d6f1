import { describe, expect, it } from "vitest";
import { checkCompat } from "../../compat/index.ts";
import { loadContracts } from "../../contracts/index.ts";
import { createScratch } from "../../testing/contracts/scratch.ts";
import { playWitnesses } from "./execute.ts";

const scratch = createScratch();
const io = { signal: new AbortController().signal };
const load = async (sdl: string) => loadContracts([scratch.write({ "shop.graphql": sdl })]);

describe("playWitnesses() on GraphQL", () => {
  it.each([
    ["a query", "type Query { a: Int b: Int }", "b: Int", { confirmed: true }],
    [
      "what a subscription asks for",
      "type Query { a: Int } type Subscription { b: Int c: Int }",
      "b: Int",
      { unplayed: "a mock takes no subscriptions of GraphQL" },
    ],
    [
      "what only a subscription is given",
      "type Query { a: Int } type Subscription { b(x: Int): Int c: Int }",
      "(x: Int)",
      { unplayed: "a mock takes no subscriptions of GraphQL" },
    ],
  ])("plays what a mock takes, and says what it does not: %s", async (_, sdl, gone, expected) => {
    const sides = [await load(sdl), await load(sdl.replace(gone, ""))] as const;
    const { changes } = await playWitnesses(checkCompat(...sides), sides, io);

    expect(changes.flatMap(({ witness }) => witness?.played ?? [])).toMatchObject([expected]);
  });
});
