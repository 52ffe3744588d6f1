import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { startReceiver } from "../../../test/support/mock/receiver.ts";
import { conform } from "../../conform.ts";
import type { Report } from "../../findings/report.ts";
import { graphql } from "./library.ts";
import { generateQueries } from "./queries.ts";

const { GraphQLError, buildSchema, graphqlSync, parse, validate } = graphql();
const scratch = createScratch();
const sdl = `
  directive @Secret on FIELD_DEFINITION
  type Query {
    brand(domain: String!): Brand
    brands(first: Int = 2, kind: Kind, like: Like): [Brand!]!
    node(id: ID!): Node
    anything: Anything
    hidden: String @Secret
  }
  interface Node { id: ID! }
  union Anything = Brand | Contact
  type Brand implements Node { id: ID! name: String! title: String @deprecated(reason: "Use name.") kind: Kind! size: Int owner: Contact }
  type Contact implements Node { id: ID! email: String brands: [Brand!] }
  enum Kind { SMALL LARGE }
  input Like { name: String kinds: [Kind!] like: Like }
`;
const schema = buildSchema(sdl);
const contract = await loadContract(scratch.write({ "shop.graphql": sdl }));

describe("generateQueries()", () => {
  it("generates only valid queries", () => {
    fc.assert(
      fc.property(
        generateQueries(schema, { domain: "a.example" }),
        ({ query }) => validate(schema, parse(query)).length === 0,
      ),
      { numRuns: 500, seed: 1 },
    );
  });

  it("uses fragments, variables, arguments and every field", () => {
    const texts = fc
      .sample(generateQueries(schema), { numRuns: 300, seed: 1 })
      .map(({ query }) => query)
      .join("\n");

    for (const part of ["fragment ", "... on ", "$", "like: {", "brand(", "size", "email", "SMALL", "anything"])
      expect(texts).toContain(part);
  });

  it("shrinks to the smallest query", () => {
    const run = fc.check(
      fc.property(generateQueries(schema), ({ query }) => !query.includes("email")),
      { numRuns: 200, seed: 1 },
    );

    expect(run.counterexample?.[0].query.match(/\w+: (?!\$)\w+/g)).toHaveLength(2);
  });
});

/** Changes that a faulty server makes to responses or to its schema. */
interface Tampering {
  readonly sdl?: string;
  readonly answer?: (text: string, query: string) => string;
  readonly hidden?: () => string;
  /** Changes the response depending on the Authorization header. */
  readonly as?: (authorization: string | undefined, text: string) => string;
  /** Property to try. Default: the properties of GraphQL queries. */
  readonly property?: string;
}

describe("token-required on a GraphQL server", () => {
  const reading = (answer: (authorization: string | undefined, text: string) => string) =>
    tried({ property: "token-required", as: answer });

  it("passes if a request without a token gets errors with status 200", async () => {
    const report = await reading((authorization, text) =>
      authorization === "Bearer a-token" ? text : '{"errors":[{"message":"Sign in"}]}',
    );

    expect(keysOf(report)).toEqual([]);
    expect(report.requests).toBeGreaterThan(3);
  });

  it("fails if a valid query succeeds without a token", async () => {
    expect(keysOf(await reading((_, text) => text))).toContain("POST /graphql token-required");
  });

  it("is skipped if queries fail with the token, too", async () => {
    const report = await reading(() => '{"errors":[{"message":"No"}]}');

    expect(keysOf(report)).toEqual([]);
    expect(report.skipped[0]).toMatchObject({
      reason: expect.stringContaining("No query with the token succeeded") as string,
    });
  });
});

describe("a GraphQL server", () => {
  it.each<[string, Tampering]>([
    ["follows its schema", {}],
    [
      "has more than its schema",
      { sdl: sdl.replace("size: Int", "size: Int colour: String").replace("LARGE", "LARGE HUGE") },
    ],
    [
      "returns unlisted values of an enum (§9.6)",
      { answer: (text, query) => (query.includes("__schema") ? text : text.replaceAll('"SMALL"', '"HUGE"')) },
    ],
    [
      "denies access to a field",
      {
        hidden: () => {
          throw new GraphQLError("Sign in", { extensions: { code: "FORBIDDEN" } });
        },
      },
    ],
    [
      "limits the depth of fragments",
      {
        answer: (text, query) => (query.includes("fragment ") ? '{"errors":[{"message":"Query is too deep"}]}' : text),
      },
    ],
    [
      "executes only registered queries",
      {
        answer: (text, query) =>
          query.includes("__schema") || text.startsWith('{"errors"') ? text : '{"errors":[{"message":"No"}]}',
      },
    ],
  ])("passes if it %s", async (_, tampering) => {
    expect(keysOf(await tried(tampering))).toEqual([]);
  });

  it("may refuse introspection, and then the check of its schema is skipped", async () => {
    const report = await tried({
      answer: (text, query) => (query.includes("__schema") ? '{"errors":[{"message":"No"}]}' : text),
    });

    expect(keysOf(report)).toEqual([]);
    expect(report.skipped[0]).toMatchObject({
      reason: expect.stringContaining("does not answer introspection") as string,
    });
  });

  it.each<[string, Tampering, string]>([
    [
      "a string is returned as a number",
      { answer: (text) => text.replaceAll('"Acme"', "7") },
      "graphql-queries-answered",
    ],
    ["a non-null field is null", { answer: (text) => text.replaceAll('"Acme"', "null") }, "graphql-queries-answered"],
    [
      "a list is returned as a single item",
      { answer: (text) => text.replaceAll(/\[\{([^[\]]*)\}\]/g, "{$1}") },
      "graphql-queries-answered",
    ],
    [
      "a selected field is missing",
      { answer: (text) => text.replaceAll(/,"[^"]+":"Acme"/g, "") },
      "graphql-queries-answered",
    ],
    [
      "queries with fragments are refused",
      { answer: (text, query) => (query.includes("fragment ") ? '{"errors":[{"message":"Unexpected Name"}]}' : text) },
      "graphql-queries-answered",
    ],
    [
      "a field causes an internal error",
      {
        hidden: () => {
          throw new GraphQLError("oops", { extensions: { code: "INTERNAL_SERVER_ERROR" } });
        },
      },
      "graphql-queries-answered",
    ],
    [
      "an invalid query is executed",
      { answer: (text) => text.replace(/^\{"errors".*/, '{"data":{"__typename":"Query"}}') },
      "graphql-invalid-refused",
    ],
    ["introspection shows another type", { sdl: sdl.replace("size: Int", "size: Float") }, "graphql-introspection"],
    ["introspection lacks an enum value", { sdl: sdl.replace("LARGE", "") }, "graphql-introspection"],
    ["introspection lacks an argument", { sdl: sdl.replace("kind: Kind, ", "") }, "graphql-introspection"],
    [
      "introspection lacks a deprecation (§9.7)",
      { sdl: sdl.replace(/@deprecated\([^)]*\)/, "") },
      "graphql-introspection",
    ],
    [
      "introspection lacks a directive",
      { sdl: sdl.replace(/directive @Secret.*/, "").replace("@Secret", "") },
      "graphql-introspection",
    ],
  ])("fails if %s", async (_, tampering, check) => {
    expect(keysOf(await tried(tampering))).toContain(`POST /graphql ${check}`);
  });
});

async function tried(tampering: Tampering): Promise<Report> {
  const servedSchema = buildSchema(tampering.sdl ?? sdl);
  const brand = {
    __typename: "Brand",
    id: "b1",
    name: "Acme",
    title: "Acme",
    kind: "SMALL",
    size: 3,
    owner: { __typename: "Contact", id: "c1", email: null, brands: [] },
  };
  const rootValue = { brand, brands: [brand], node: brand, anything: brand, hidden: tampering.hidden ?? (() => "h") };
  await using server = await startReceiver(({ url, headers, body }) => {
    if (url !== "/graphql" || body.length === 0) return 404;
    const { query, variables } = JSON.parse(String(body)) as { query?: unknown; variables?: Record<string, unknown> };
    if (typeof query !== "string") return 400;
    const result = graphqlSync({ schema: servedSchema, source: query, rootValue, variableValues: variables ?? {} });
    const text = JSON.stringify(result);
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: tampering.answer?.(text, query) ?? tampering.as?.(headers.authorization, text) ?? text,
    };
  });
  const options = {
    target: server.url,
    token: "a-token",
    mode: "read-only",
    seed: 1,
    runs: 60,
    includeAssumed: true,
  } as const;
  const reports: Report[] = [];
  for (const property of tampering.property
    ? [tampering.property]
    : ["graphql-introspection", "graphql-queries-answered", "graphql-invalid-refused"])
    reports.push(await conform({ contracts: [contract], ...options, property, operation: "POST /graphql" }));
  return {
    ...(reports[0] as Report),
    requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    failures: reports.flatMap(({ failures }) => failures),
    skipped: reports.flatMap(({ skipped }) => skipped),
  };
}

function keysOf({ failures, information }: Report): string[] {
  return [...failures, ...information].map(({ operation, check }) => `${operation} ${check}`);
}
