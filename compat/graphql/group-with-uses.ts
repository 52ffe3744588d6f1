import type { GraphQLNamedType, GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { andList } from "../model/wording.ts";
import type { GraphqlDifference } from "./difference.ts";
import {
  type Coordinate,
  type TypedPart,
  formatCoordinate,
  listInterfaces,
  findGraphqlPart,
  rootTypes,
} from "./parts.ts";
import type { GraphqlRuleId } from "./rules.ts";
import { type Schemas, isRequired } from "./type-changes.ts";

/** A difference with the differences that it causes: the removal of a type also removes its uses. */
export interface DifferenceWithUses<F extends GraphqlDifference> {
  readonly cause: F;
  readonly uses: readonly F[];
  /** Interfaces of an added or removed type that both schemas have. */
  readonly interfaces: readonly string[];
  /** Suffix of the cause's message that lists the uses. */
  readonly usesText: string;
}

type Verb = "removed" | "added";

/**
 * Groups an added or removed type with its uses: roots, fields, arguments and members of the type, fields with its new
 * name, and types that only it uses. Groups a type of another kind with the types that implement it. Required inputs
 * stay separate.
 */
export function groupWithUses<F extends GraphqlDifference>(
  found: readonly F[],
  schemas: Schemas,
): DifferenceWithUses<F>[] {
  const causeOf = new Map<F, F>();
  for (const verb of ["removed", "added"] as const) {
    const schema = verb === "removed" ? schemas.base : schemas.revision;
    const types = new Map(
      found.flatMap((one) => (one.rule === `graphql-type-${verb}` ? [[one.place.type ?? "", one]] : [])),
    );
    const roots = soleUsers(new Set(types.keys()), schema);
    for (const [name, one] of types) {
      const root = types.get(roots.get(name) ?? name);
      if (root && root !== one) causeOf.set(one, root);
    }
    for (const one of found) {
      const used = typeUsedBy(one, verb, schemas);
      const type = used === undefined ? undefined : types.get(used);
      if (type) causeOf.set(one, causeOf.get(type) ?? type);
    }
  }
  const kindChanges = new Map(
    found.flatMap((one) => (one.rule === "graphql-type-kind-changed" ? [[one.place.type ?? "", one]] : [])),
  );
  for (const one of found) {
    const type = /^graphql-interface-(added|removed)$/.test(one.rule)
      ? kindChanges.get(one.place.member ?? "")
      : undefined;
    if (type) causeOf.set(one, type);
  }
  const uses = Map.groupBy(
    found.filter((one) => causeOf.has(one)),
    (one) => causeOf.get(one) as F,
  );
  return found
    .filter((one) => !causeOf.has(one))
    .map((cause) => {
      const own = uses.get(cause) ?? [];
      return {
        cause,
        uses: own,
        interfaces: commonInterfaces(cause, schemas),
        usesText: kindChanges.has(cause.place.type ?? "") ? "" : describeUses(own),
      };
    });
}

function commonInterfaces({ rule, place: { type = "" } }: GraphqlDifference, { base, revision }: Schemas): string[] {
  if (!/^graphql-type-(added|removed)$/.test(rule)) return [];
  const own = listInterfaces(base.getType(type) ?? revision.getType(type));
  return own.filter((name) => base.getType(name) !== undefined && revision.getType(name) !== undefined);
}

/** The type that an added or removed part uses. */
function typeUsedBy(
  { rule, place, before, after }: GraphqlDifference,
  verb: Verb,
  schemas: Schemas,
): string | undefined {
  if (rule === `graphql-union-member-${verb}` || rule === `graphql-interface-${verb}`) return place.member;
  if (rule === `graphql-root-${verb}`)
    return rootTypes(verb === "removed" ? schemas.base : schemas.revision).get(place.root ?? "")?.name;
  if ((rule.endsWith("-type-changed") || rule === "graphql-root-changed") && verb === "removed") {
    const [was, is] = [schemas.base, schemas.revision].map((schema) => findPlaceType(schema, place));
    const isRenamed =
      was !== undefined && is !== undefined && isRemovedType(was, schemas) && !isRemovedType(is, schemas);
    const isNew = is !== undefined && schemas.base.getType(is) === undefined;
    if (isRenamed && isNew && String(before).replace(was, is) === after) return was;
    return undefined;
  }
  if (!typedPartRules[verb].includes(rule)) return undefined;
  const typed = findGraphqlPart(verb === "removed" ? schemas.base : schemas.revision, place)?.typed;
  const isNeeded = rule !== `graphql-field-${verb}` && isRequired(typed);
  return isNeeded ? undefined : getNamedType(typed);
}

const typedPartRules: Readonly<Record<Verb, readonly GraphqlRuleId[]>> = {
  removed: ["graphql-field-removed", "graphql-argument-removed", "graphql-input-field-removed"],
  added: ["graphql-field-added", "graphql-argument-added", "graphql-input-field-added"],
};

function isRemovedType(type: string, { revision }: Schemas): boolean {
  return revision.getType(type) === undefined;
}

function findPlaceType(schema: GraphQLSchema, place: Coordinate): string | undefined {
  if (place.root === undefined) return getNamedType(findGraphqlPart(schema, place)?.typed);
  return rootTypes(schema).get(place.root)?.name;
}

function getNamedType(typed: TypedPart | undefined): string | undefined {
  return typed && graphqlLibrary().getNamedType(typed.type).name;
}

/** For each type that only others of the set use, the type through which it is reachable. */
function soleUsers(types: ReadonlySet<string>, schema: GraphQLSchema): Map<string, string> {
  const users = new Map<string, Set<string>>();
  const uses = (user: string, type: string): void => {
    users.set(type, (users.get(type) ?? new Set()).add(user));
  };
  for (const type of Object.values(schema.getTypeMap())) {
    for (const used of usedTypes(type)) uses(type.name, used);
    // A field with an interface type can return objects of the type.
    for (const name of listInterfaces(type)) uses(name, type.name);
  }
  for (const { name } of rootTypes(schema).values()) uses("schema", name);
  for (const { args, name } of schema.getDirectives())
    for (const one of args) uses(`@${name}`, getNamedType(one) ?? "");
  const roots = new Map<string, string>();
  const hasOtherUsers = (name: string): boolean => [...(users.get(name) ?? [])].some((user) => !types.has(user));
  for (const root of [...types].filter(hasOtherUsers)) {
    const open = [root];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const inside = schema.getType(next);
      for (const used of inside ? usedTypes(inside) : []) {
        if (!types.has(used) || hasOtherUsers(used) || roots.has(used)) continue;
        roots.set(used, root);
        open.push(used);
      }
    }
  }
  return roots;
}

/** Types of the fields, arguments and members of a type. */
function usedTypes(type: GraphQLNamedType): string[] {
  const { isInputObjectType, isInterfaceType, isObjectType, isUnionType } = graphqlLibrary();
  if (isUnionType(type)) return type.getTypes().map(({ name }) => name);
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  return Object.values(type.getFields())
    .flatMap((field): TypedPart[] => [field, ...("args" in field ? field.args : [])])
    .flatMap((typed) => getNamedType(typed) ?? []);
}

/** ', and with it "Query.kind"; "Sort" takes its place in "User.kind"'. */
function describeUses(uses: readonly GraphqlDifference[]): string {
  const [withoutNewName, renamed] = [true, false].map((isAlong) =>
    uses.filter(({ after }) => (after === undefined) === isAlong),
  );
  const nameDifferences = (some: readonly GraphqlDifference[] = []): string =>
    andList(some.map(({ place }) => formatCoordinate(place)).toSorted());
  const types = new Set(renamed?.map(({ after }) => String(after).replaceAll(/[[\]!]/g, "")));
  return [
    ...(withoutNewName?.length ? [`, and with it ${nameDifferences(withoutNewName)}`] : []),
    ...(renamed?.length ? [`; ${andList([...types].toSorted())} takes its place in ${nameDifferences(renamed)}`] : []),
  ].join("");
}
