import fc from "fast-check";
import {
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  buildSchema,
  parse,
  print,
  validate,
  visit,
} from "graphql";
import { describe, expect, it } from "vitest";
import { type Contract, loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { queriesOf } from "../../test/support/mock/queries.ts";
import { type Change, checkCompat, graphqlRules } from "../index.ts";

const scratch = createScratch();
const shop = `
directive @trace(id: ID, deep: Boolean! = false) repeatable on FIELD | QUERY
directive @own(role: String) on FIELD_DEFINITION | OBJECT
type Query {
  user(id: ID!, kind: Kind = OPEN): User
  users(filter: Filter = { limit: 10, kinds: [OPEN] }, after: String): [User!]!
  node(id: ID!): Node
  search(text: String!): [Found]
}
type Mutation { change(input: Change!): User! drop(id: ID!): Boolean }
interface Node { id: ID! }
interface Named implements Node { id: ID! name: String! }
type User implements Named & Node { id: ID! name: String! mail: String kind: Kind! orders(first: Int = 5): [Order!]! }
type Order implements Node @own { id: ID! total: Float! paid: Boolean @deprecated lines: [[Int!]!] user: User! state: State }
union Found = User | Order
enum Kind { OPEN CLOSED GONE }
enum State { NEW PAID }
scalar Money
input Filter { limit: Int! = 20 kinds: [Kind!] price: Price }
input Price { from: Money to: Money! }
input Change { id: ID! name: String filter: Filter one: One }
input One @oneOf { a: Int b: String }
`;
const document = parse(shop, { noLocation: true });
const types = ["Int", "String", "Float", "Kind", "User", "Order", "Found", "Filter", "Node", "Money"];

/** Kinds of edits of a part: removal, another type, nullability, a directive or another name. */
type Edit = { readonly at: number } & (
  | { readonly do: "remove" | "wrap" | "list" | "mark" | "rename" | "default" }
  | { readonly do: "retype"; readonly type: string }
);

const at = fc.noBias(fc.nat(400));

const anEdit = fc.oneof(
  fc.record({ at, do: fc.constantFrom("remove", "wrap", "list", "mark", "rename", "default") }),
  fc.record({ at, do: fc.constant("retype"), type: fc.constantFrom(...types) }),
) as fc.Arbitrary<Edit>;
const edits: fc.Arbitrary<readonly Edit[]> = fc.array(anEdit, { maxLength: 2 });
const sides = fc.tuple(edits, edits).map((both) => both.map((each) => print(edited(document, each))));

describe("checkCompat() with random edits of a schema", () => {
  it("reports the reverse of every edit by the mirror rule at the same coordinate", async () => {
    await fc.assert(
      fc.asyncProperty(sides, async ([base = "", revision = ""]) => {
        const [ours, theirs] = [await load(base), await load(revision)];
        const mirrorOf = new Map(graphqlRules.map(({ id, mirror }) => [id, mirror]));
        const places = (changes: readonly Change[], name: (rule: string) => string | undefined) =>
          changes.map(({ rule, operation, path }) => `${name(rule)} ${operation}${path}`).toSorted();

        const forth = checkCompat([ours], [theirs]).changes;
        const back = checkCompat([theirs], [ours]).changes;
        expect(places(back, (rule) => mirrorOf.get(rule))).toEqual(places(forth, (rule) => rule));
      }),
      { numRuns: 150 },
    );
  });

  it("never calls an edit non-breaking that makes an operation of the base invalid", async () => {
    await fc.assert(
      fc.asyncProperty(sides, fc.nat(), async ([from = "", to = ""], seed) => {
        const [base, revision] = [await load(from), await load(to)];
        const { verdict, changes } = checkCompat([base], [revision]);
        if (verdict === "breaking" || base.problems.length + revision.problems.length > 0) return;
        for (const query of fc.sample(queriesOf(schemaOf(base), ["1"]), { numRuns: 20, seed })) {
          const errors = validate(schemaOf(revision), parse(query));
          expect({ query, errors: errors.map(String), changes: errors.length > 0 ? changes : [] }).toEqual({
            query,
            errors: [],
            changes: [],
          });
        }
      }),
      { numRuns: 150 },
    );
  });

  it("reports nothing for the same schema in another order", async () => {
    await fc.assert(
      fc.asyncProperty(edits, async (changed) => {
        const one = edited(document, changed);
        const turned = visit(one, { Document: (node) => ({ ...node, definitions: node.definitions.toReversed() }) });
        const [base, revision] = [await load(print(one)), await load(print(turned))];
        if (base.problems.length === 0) expect(checkCompat([base], [revision]).changes).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

const loaded = new Map<string, Promise<Contract>>();

/** Cached by document, because many edits give the same document. */
function load(sdl: string): Promise<Contract> {
  let contract = loaded.get(sdl);
  if (!contract) loaded.set(sdl, (contract = loadContract(scratch.write({ "shop.graphql": sdl }))));
  return contract;
}

// Uses the imported graphql-js, because its functions refuse a schema of a second copy.
function schemaOf({ document: { sdl } }: Contract): GraphQLSchema {
  return buildSchema(String(sdl));
}

/** Applies edits by the number of the part, in the order of the document. */
function edited(original: DocumentNode, all: readonly Edit[]): DocumentNode {
  let result = original;
  for (const edit of all) {
    const count = partsIn(result);
    let index = 0;
    result = visit(result, {
      enter(node, key, parent) {
        if (!isPart(node, parent)) return undefined;
        const isIt = index === edit.at % count;
        index += 1;
        return isIt ? applied(node, edit) : undefined;
      },
    });
  }
  return result;
}

function partsIn(given: DocumentNode): number {
  let count = 0;
  visit(given, {
    enter(node, key, parent) {
      if (isPart(node, parent)) count += 1;
    },
  });
  return count;
}

/** Members of unions and interfaces of a type are parts, too. */
function isPart(node: ASTNode, parent: unknown): boolean {
  if (node.kind === Kind.NAMED_TYPE) return Array.isArray(parent);
  return [
    Kind.FIELD_DEFINITION,
    Kind.INPUT_VALUE_DEFINITION,
    Kind.ENUM_VALUE_DEFINITION,
    Kind.OBJECT_TYPE_DEFINITION,
    Kind.ENUM_TYPE_DEFINITION,
    Kind.INPUT_OBJECT_TYPE_DEFINITION,
    Kind.DIRECTIVE_DEFINITION,
    Kind.DIRECTIVE,
  ].includes(node.kind as never);
}

// An edit that is not possible for a part leaves the document unchanged.
function applied(node: ASTNode, edit: Edit): ASTNode | null | undefined {
  if (edit.do === "remove")
    return node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === "Query" ? undefined : null;
  if (edit.do === "rename" && "name" in node && node.name && node.kind !== Kind.OBJECT_TYPE_DEFINITION)
    return { ...node, name: { ...node.name, value: `${node.name.value}X` } } as ASTNode;
  if (edit.do === "mark" && "directives" in node && node.kind !== Kind.DIRECTIVE_DEFINITION) {
    if (node.directives?.some(({ name }) => name.value === "deprecated")) return { ...node, directives: [] } as ASTNode;
    return {
      ...node,
      directives: [{ kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: "deprecated" } }],
    } as ASTNode;
  }
  if (edit.do === "default" && node.kind === Kind.INPUT_VALUE_DEFINITION) {
    const { defaultValue, ...rest } = node;
    return defaultValue ? rest : { ...node, defaultValue: { kind: Kind.NULL } };
  }
  if (node.kind !== Kind.FIELD_DEFINITION && node.kind !== Kind.INPUT_VALUE_DEFINITION) return undefined;
  if (edit.do === "retype")
    return { ...node, type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: edit.type } } };
  if (edit.do === "list") return { ...node, type: { kind: Kind.LIST_TYPE, type: node.type } };
  if (edit.do !== "wrap") return undefined;
  const { type } = node;
  return { ...node, type: type.kind === Kind.NON_NULL_TYPE ? type.type : { kind: Kind.NON_NULL_TYPE, type } };
}
