import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { graphql } from "./library.ts";
import { limitRules } from "./limits.ts";

const { buildSchema, parse, validate } = graphql;

const schema = buildSchema("type Query { a: Query, b: Query, list(first: Int): [Query!]!, leaf: String }");

describe("limitRules()", () => {
  it("measures the nesting of fields, with and without fragments", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(20), (depth, fragmentDepth) => {
        const fragmentStart = Math.min(fragmentDepth, depth - 1);
        const whole = `${"{ a ".repeat(depth - 1)}{ leaf }${" }".repeat(depth - 1)}`;
        const inner = `${"{ a ".repeat(depth - 1 - fragmentStart)}{ leaf }${" }".repeat(depth - 1 - fragmentStart)}`;
        const withFragment = `${"{ a ".repeat(fragmentStart)}{ ...F }${" }".repeat(fragmentStart)} fragment F on Query ${inner}`;
        for (const query of [whole, withFragment]) {
          expect(messages(query, { maxDepth: depth })).toEqual([]);
          expect(messages(query, { maxDepth: depth - 1 })).toEqual([
            `Cannot run the query: its fields are nested ${depth} levels deep, and at most ${depth - 1} are allowed`,
          ]);
        }
      }),
    );
  });

  it("multiplies the cost of a list by its length", () => {
    const cost = (query: string): string[] => messages(query, { maxCost: 1 });

    expect(cost("{ leaf }")).toEqual([]);
    expect(cost("{ list { leaf } }")).toEqual(["Cannot run the query: it costs 11, and at most 1 is allowed"]);
    expect(cost("{ list(first: 3) { leaf a { leaf } } }")).toEqual([
      "Cannot run the query: it costs 10, and at most 1 is allowed",
    ]);
  });

  it("finishes also for recursive fragments and for deeply nested fragments", () => {
    const doubling = Array.from(
      { length: 40 },
      (_, n) => `fragment F${n} on Query { a { ...F${n + 1} } b { ...F${n + 1} } }`,
    );
    const nestedFragments = `{ ...F0 } ${doubling.join(" ")} fragment F40 on Query { leaf }`;

    expect(messages(nestedFragments, { maxDepth: 100 })).toContain("Cannot run the query: it has too many fields");
    expect(messages(nestedFragments, {})[0]).toContain("its fields are nested 41 levels deep");
    expect(messages("{ ...F } fragment F on Query { a { ...F } }", {})).toEqual([]);
  });

  it("checks only the operation that is executed", () => {
    const query = "query A { list { leaf } } query B { leaf }";

    expect(messages(query, { maxCost: 5 }, "B")).toEqual([]);
    expect(messages(query, { maxCost: 5 }, "A")).toHaveLength(1);
    expect(messages("query A { list { list { leaf } } } query B { leaf }", { maxDepth: 1 }, "B")).toEqual([]);
  });

  it("reports an unknown operation name, and a missing one for several operations", () => {
    expect(messages("{ list { leaf } }", { maxCost: 5 }, "A")).toEqual([
      'The query has no operation "A", only one without a name',
    ]);
    expect(messages("query A { leaf } query B { leaf }", {}, "C")).toEqual([
      'The query has no operation "C", only "A", "B"',
    ]);
    expect(messages("query A { leaf } query B { leaf }", {})).toEqual([
      'Set operationName to one of the operations: "A", "B"',
    ]);
    expect(messages("query A { leaf }", {}, "A")).toEqual([]);
  });

  it("accepts introspection", () => {
    expect(messages(graphql.getIntrospectionQuery(), { maxCost: 5, maxDepth: 2 })).toEqual([]);
  });
});

function messages(query: string, limits: Parameters<typeof limitRules>[0], operationName?: string): string[] {
  return validate(schema, parse(query), limitRules(limits, { operationName })).map(({ message }) => message);
}
