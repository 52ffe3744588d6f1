import type { ExecutionArgs } from "graphql";
import { describe, expect, it } from "vitest";
import { graphql } from "./library.ts";
import { limitVariables, shortenVariables } from "./limit-variables.ts";

const { buildSchema, execute, parse } = graphql;

const schema = buildSchema(`
  type Query { items(numbers: [Int], in: In, matrix: [[Int!]!]): Int }
  input In { a: Int!, b: [In!], kind: Kind }
  enum Kind { A B }
`);

const document = parse(
  "query($numbers: [Int], $in: In, $matrix: [[Int!]!]) { items(numbers: $numbers, in: $in, matrix: $matrix) }",
);

const many = <T>(value: T): T[] => Array.from({ length: 20_000 }, () => value);

const argsOf = (variableValues: Record<string, unknown>) => ({ schema, document, variableValues });

describe("limitVariables()", () => {
  it.each<[string, Record<string, unknown>]>([
    ["a list of wrong scalars", { numbers: many("a") }],
    ["a list of objects without a field", { in: { a: 1, b: many({}) } }],
    ["unknown fields", { in: { a: 1, ...Object.fromEntries(many(1).map((_, index) => [`k${index}`, 1])) } }],
    ["a list in a list", { matrix: many(many("a").slice(0, 3)) }],
    ["wrong enums", { in: { a: 1, b: many({ a: 1, kind: "C" }) } }],
  ])("leaves out what graphql-js does not report: %s", async (_, variables) => {
    const limited = limitVariables(argsOf(variables));
    const { errors = [] } = await execute(limited);

    expect(JSON.stringify(limited.variableValues).length).toBeLessThan(5000);
    expect(errors.length).toBeGreaterThanOrEqual(50);
    expect(errors.length).toBeLessThanOrEqual(52);
  });

  it("changes neither valid variables nor the messages about few invalid ones", async () => {
    const valid = { numbers: many(1), in: { a: 1, b: [{ a: 2, kind: "A" }] }, matrix: [[1]] };
    const invalid = { numbers: [1, "a", 2], in: { b: [{ a: "x", other: 1 }, {}] }, matrix: null };

    expect(limitVariables(argsOf(valid)).variableValues).toEqual(valid);
    const messages = async (args: ExecutionArgs) => (await execute(args)).errors?.map(String);
    expect(await messages(limitVariables(argsOf(invalid)))).toEqual(await messages(argsOf(invalid)));
  });
});

describe("shortenVariables()", () => {
  it("shortens valid lists, and keeps other values", () => {
    const variables = { numbers: many(1), in: { a: 7, b: many({ a: 2, kind: "A" }) }, matrix: many([1, 2]) };

    expect(shortenVariables(argsOf(variables))).toEqual({
      numbers: [1],
      in: { a: 7, b: [{ a: 2, kind: "A" }] },
      matrix: [[1]],
    });
  });

  it("keeps what is reported of invalid lists", () => {
    const numbers = [1, "a", 2, "b"];

    expect(shortenVariables(argsOf({ numbers }))).toEqual({ numbers });
  });

  it("checks the variables of a query once", () => {
    let reads = 0;
    const item = {
      get a() {
        reads += 1;
        return 1;
      },
    };
    const args = argsOf({ in: item });
    limitVariables(args);
    const once = reads;
    limitVariables(args);

    expect(once).toBeGreaterThan(0);
    expect(reads).toBe(once);
  });
});
