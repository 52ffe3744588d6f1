import { describe, expect, it } from "vitest";
import { checkCompat } from "../../compat/index.ts";
import { loadContracts } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
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

  it("does not call confirmed what a mock need not answer: an object of a type that is new", async () => {
    const sdl = "type Query { n: N }\nunion N = X\ntype X { id: ID }";
    const sides = [await load(sdl), await load(`${sdl.replace("= X", "= X | Y")}\ntype Y { id: ID }`)] as const;
    const answers = { "union-shape-added": "breaking" } as const;
    const { changes } = await playWitnesses(checkCompat(...sides, { answers }), sides, io);

    expect(changes).toMatchObject([
      {
        direction: "response",
        witness: { played: { unplayed: "no mock is made to answer so; the validators of both sides were asked" } },
      },
    ]);
  });

  it.each([
    ["deeper than mocks answer others", "T$", { confirmed: true }],
    ["of more objects than mocks answer", "[T$]", { unplayed: expect.stringContaining("Cannot run the query") }],
  ])("plays operations %s, or says why not", async (_, type, expected) => {
    const types = Array.from({ length: 13 }, (__, at) => `type T${at} { n: ${type.replace("$", `${at + 1}`)} k: Int }`);
    const sdl = ["type Query { x: T0 }", ...types, "type T13 { a: Int b: Int }"].join("\n");
    const sides = [await load(sdl), await load(sdl.replace(" b: Int", ""))] as const;
    const { changes } = await playWitnesses(checkCompat(...sides), sides, io);

    expect(changes).toMatchObject([{ witness: { played: expected } }]);
  });

  it("quotes what is said of the change itself, where others are refused by the same operation", async () => {
    const sides = [
      await load("type Query { n(a: Int!): Int m(i: I): Int }\ninput I { x: Int y: Int }"),
      await load("type Query { n(b: Int!): Int m(i: I): Int }\ninput I { x: Int z: Int! }"),
    ] as const;
    const { changes } = await playWitnesses(checkCompat(...sides), sides, io);
    const told = changes.map(({ operation, path, witness }) => [operation + path, witness?.played]);

    expect(Object.fromEntries(told)).toMatchObject({
      "I.y": { revision: expect.stringContaining('unknown field "y"') },
      "I.z": { revision: expect.stringContaining('required field "z"') },
      "Query.n(a:)": { revision: expect.stringContaining('Unknown argument "a"') },
      "Query.n(b:)": { revision: expect.stringContaining('"Query.n(b:)" of required type') },
    });
  });
});
