import type { Platform } from "../platform/platform.ts";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import {
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type SelectionSetNode,
  buildSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
  parse,
} from "graphql";
import { describe, expect, it } from "vitest";
import { type Contract, loadContract } from "../../contracts/index.ts";
import { ask, ownContracts, platformServing } from "../../test/support/mock/ask.ts";
import { queriesOf } from "../../test/support/mock/queries.ts";

// The law of GraphQL responses: every valid query gets a response that matches the schema, the same each time.

const shopFile = fileURLToPath(new URL("../../fixtures/mock/graphql/shop.graphql", import.meta.url));
const portalFile = fileURLToPath(new URL("../../contracts/apis/portal/schema.graphql", import.meta.url));

/** Error codes of fields without a value: another audience, or no such object. */
const expected = ["UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND"];

describe.each([
  ["a schema of a stranger", shopFile, async () => [await loadContract(shopFile)], "/graphql"],
  ["the portal's schema", portalFile, ownContracts, "/v2/portal/graphql"],
] as const)("the mock of %s", (_, file, load, path) => {
  const schema = buildSchema(readFileSync(file, "utf8"));
  const query = schema.getQueryType() as GraphQLCompositeType;

  it("responds to every query by the schema, the same each time", async () => {
    const contracts = await load();
    const [one, other] = [await platformWithState(contracts), await platformWithState(contracts)];
    const ids = ["brand_1", "brand_2", "a.example", "user_1", "1", "order_2"];
    const tokens = fc.constantFrom("org_acme", "org_acme:customer", "org_empty");
    let found = 0;
    await fc.assert(
      fc.asyncProperty(queriesOf(schema, ids), tokens, async (text, token) => {
        const response = await ask(one, `POST ${path}`, { token, body: { query: text } });
        const { data, errors = [] } = response.value as {
          data: unknown;
          errors?: { extensions?: { code?: string } }[];
        };
        expect(response.status).toBe(200);
        expect(errors.filter(({ extensions }) => !expected.includes(extensions?.code ?? ""))).toEqual([]);
        if (data !== null || errors.length === 0) expect(faultsOf(query, textSelection(text), data)).toEqual([]);
        expect((await ask(other, `POST ${path}`, { token, body: { query: text } })).text).toBe(response.text);
        if (errors.length === 0) found++;
      }),
      { numRuns: 300 },
    );

    expect(found).toBeGreaterThan(50);
  });

  /** Fields that violate their type, by path. */
  function faultsOf(type: GraphQLCompositeType, selections: SelectionSetNode, value: unknown, at = ""): string[] {
    if (typeof value !== "object" || value === null) return [`${at}: no object`];
    const members = value as Record<string, unknown>;
    return selections.selections.flatMap((selection): string[] => {
      if (selection.kind === "FragmentSpread") return [`${at}: a fragment`];
      if (selection.kind === "InlineFragment") {
        const branch = selection.typeCondition?.name.value ?? "";
        if (members["__typename"] !== branch) return [];
        return faultsOf(schema.getType(branch) as GraphQLCompositeType, selection.selectionSet, value, at);
      }
      const name = selection.alias?.value ?? selection.name.value;
      if (selection.name.value === "__typename") return typeof members[name] === "string" ? [] : [`${at}/${name}`];
      const field = "getFields" in type ? type.getFields()[selection.name.value] : undefined;
      if (!field) return [`${at}/${name}: no such field`];
      return valueFaults(field.type, selection.selectionSet, members[name], `${at}/${name}`);
    });
  }

  function valueFaults(
    type: GraphQLOutputType,
    below: SelectionSetNode | undefined,
    value: unknown,
    at: string,
  ): string[] {
    if (isNonNullType(type)) return value === null ? [`${at}: null`] : valueFaults(type.ofType, below, value, at);
    if (value === undefined) return [`${at}: missing`];
    if (value === null) return [];
    if (isListType(type)) {
      if (!Array.isArray(value)) return [`${at}: no list`];
      return value.flatMap((item, index) => valueFaults(type.ofType, below, item, `${at}/${index}`));
    }
    if (isEnumType(type)) return type.getValue(String(value)) ? [] : [`${at}: ${String(value)}`];
    if (isScalarType(type)) return isOfScalar(type.name, value) ? [] : [`${at}: ${String(value)}`];
    return faultsOf(type, below as SelectionSetNode, value, at);
  }

  it("is checked by a law that catches planted faults", () => {
    const text =
      file === shopFile
        ? "{ f0: users { f0: id f1: orders { f0: status } } }"
        : "{ f0: brands { f0: id f1: idp { f0: issuer } } }";
    const inner = file === shopFile ? [{ f0: "NEW" }] : { f0: "x" };
    const faultsInData = (data: unknown): string[] => faultsOf(query, textSelection(text), data);

    expect(faultsInData({ f0: [{ f0: "u", f1: inner }] })).toEqual([]);
    expect(faultsInData({ f0: [{ f0: null, f1: inner }] })).toEqual(["/f0/0/f0: null"]);
    expect(faultsInData({ f0: [{ f0: 7, f1: inner }] })).toEqual(["/f0/0/f0: 7"]);
    expect(faultsInData({ f0: { f0: "u" } })).toEqual(["/f0: no list"]);
    expect(faultsInData({ f0: [{ f0: "u" }] })).toEqual(["/f0/0/f1: missing"]);
  });
});

/** Platform with an organization that has state. */
async function platformWithState(contracts: readonly Contract[]): Promise<Platform> {
  const limits = { maxDepth: 20, maxCost: 10_000_000 };
  const platform = platformServing(contracts, { graphql: limits });
  const brand = { id: "portal_1", value: { brand_id: "brand_1", domain: "a.example", name: "A", default_language: 7 } };
  const contact = { id: "c", value: { id: "c", email: "ada@mail.example", first_name: null } };
  await platform
    .organization("acme")
    .seed({ collections: { "/v2/portal/portals": [brand], "/v1/entity/contact": [contact] } }, true);
  return platform;
}

function isOfScalar(name: string, value: unknown): boolean {
  if (name === "Int") return Number.isInteger(value);
  if (name === "Float") return typeof value === "number";
  if (name === "Boolean") return typeof value === "boolean";
  if (name === "DateTime") return typeof value === "string" && !Number.isNaN(Date.parse(value));
  return typeof value === "string";
}
function textSelection(text: string): SelectionSetNode {
  const [operation] = parse(text).definitions;
  return (operation as { selectionSet: SelectionSetNode }).selectionSet;
}
