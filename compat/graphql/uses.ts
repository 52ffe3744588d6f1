import type { GraphQLNamedType, GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { allOf } from "../model/wording.ts";
import type { Found } from "./found.ts";
import { type Place, type TypedPart, coordinateOf, interfacesOf, partAt, rootTypes } from "./parts.ts";
import type { GraphqlRuleId } from "./rules.ts";
import { type Schemas, isRequired } from "./typed.ts";

/** A difference, and those that it brings about: a type that goes takes its uses along. */
export interface Cause<F extends Found> {
  readonly cause: F;
  readonly uses: readonly F[];
  /** The interfaces by which a type that went was met, or one that came is, and which both have. */
  readonly interfaces: readonly string[];
  /** What is said of the uses after what is said of the cause. */
  readonly told: string;
}

type Verb = "removed" | "added";

/**
 * Each type that came or went as one difference with its uses: roots, fields, arguments and members that came or went
 * with it, fields that have its new name, and types that nothing but it uses; and each that is of another kind now with
 * those that have it as an interface. What an operation has to give now is told by itself.
 */
export function causesOf<F extends Found>(found: readonly F[], schemas: Schemas): Cause<F>[] {
  const causeOf = new Map<F, F>();
  for (const verb of ["removed", "added"] as const) {
    const schema = verb === "removed" ? schemas.base : schemas.revision;
    const types = new Map(
      found.flatMap((one) => (one.rule === `graphql-type-${verb}` ? [[one.place.type ?? "", one]] : [])),
    );
    const roots = rootsOf(new Set(types.keys()), schema);
    for (const [name, one] of types) {
      const root = types.get(roots.get(name) ?? name);
      if (root && root !== one) causeOf.set(one, root);
    }
    for (const one of found) {
      const used = usedBy(one, verb, schemas);
      const type = used === undefined ? undefined : types.get(used);
      if (type) causeOf.set(one, causeOf.get(type) ?? type);
    }
  }
  const others = new Map(
    found.flatMap((one) => (one.rule === "graphql-type-kind-changed" ? [[one.place.type ?? "", one]] : [])),
  );
  for (const one of found) {
    const type = /^graphql-interface-(added|removed)$/.test(one.rule) ? others.get(one.place.member ?? "") : undefined;
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
        interfaces: interfacesOfBoth(cause, schemas),
        told: others.has(cause.place.type ?? "") ? "" : toldOf(own),
      };
    });
}

function interfacesOfBoth({ rule, place: { type = "" } }: Found, { base, revision }: Schemas): string[] {
  if (!/^graphql-type-(added|removed)$/.test(rule)) return [];
  const own = interfacesOf(base.getType(type) ?? revision.getType(type));
  return own.filter((name) => base.getType(name) !== undefined && revision.getType(name) !== undefined);
}

/** The type that a difference is a use of. */
function usedBy({ rule, place, before, after }: Found, verb: Verb, schemas: Schemas): string | undefined {
  if (rule === `graphql-union-member-${verb}` || rule === `graphql-interface-${verb}`) return place.member;
  if (rule === `graphql-root-${verb}`)
    return rootTypes(verb === "removed" ? schemas.base : schemas.revision).get(place.root ?? "")?.name;
  if ((rule.endsWith("-type-changed") || rule === "graphql-root-changed") && verb === "removed") {
    const [was, is] = [schemas.base, schemas.revision].map((schema) => typeAt(schema, place));
    const isRenamed = was !== undefined && is !== undefined && isGone(was, schemas) && !isGone(is, schemas);
    const isNew = is !== undefined && schemas.base.getType(is) === undefined;
    return isRenamed && isNew && String(before).replace(was, is) === after ? was : undefined;
  }
  if (!whole[verb].includes(rule)) return undefined;
  const typed = partAt(verb === "removed" ? schemas.base : schemas.revision, place)?.typed;
  const isNeeded = rule !== `graphql-field-${verb}` && isRequired(typed);
  return isNeeded ? undefined : namedTypeOf(typed);
}

const whole: Readonly<Record<Verb, readonly GraphqlRuleId[]>> = {
  removed: ["graphql-field-removed", "graphql-argument-removed", "graphql-input-field-removed"],
  added: ["graphql-field-added", "graphql-argument-added", "graphql-input-field-added"],
};

function isGone(type: string, { revision }: Schemas): boolean {
  return revision.getType(type) === undefined;
}

function typeAt(schema: GraphQLSchema, place: Place): string | undefined {
  return place.root === undefined ? namedTypeOf(partAt(schema, place)?.typed) : rootTypes(schema).get(place.root)?.name;
}

function namedTypeOf(typed: TypedPart | undefined): string | undefined {
  return typed && graphqlLibrary().getNamedType(typed.type).name;
}

/** Of types that nothing uses but others of them: the one whose use leads to each. */
function rootsOf(types: ReadonlySet<string>, schema: GraphQLSchema): Map<string, string> {
  const users = new Map<string, Set<string>>();
  const uses = (user: string, type: string): void => {
    users.set(type, (users.get(type) ?? new Set()).add(user));
  };
  for (const type of Object.values(schema.getTypeMap())) {
    for (const used of usesIn(type)) uses(type.name, used);
    // Where an interface is asked for, an object of the type may come.
    for (const name of interfacesOf(type)) uses(name, type.name);
  }
  for (const { name } of rootTypes(schema).values()) uses("schema", name);
  for (const { args, name } of schema.getDirectives()) for (const one of args) uses(`@${name}`, namedTypeOf(one) ?? "");
  const roots = new Map<string, string>();
  const isOwn = (name: string): boolean => [...(users.get(name) ?? [])].some((user) => !types.has(user));
  for (const root of [...types].filter(isOwn)) {
    const open = [root];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const inside = schema.getType(next);
      for (const used of inside ? usesIn(inside) : []) {
        if (!types.has(used) || isOwn(used) || roots.has(used)) continue;
        roots.set(used, root);
        open.push(used);
      }
    }
  }
  return roots;
}

/** The types that a type's fields, arguments and members are of. */
function usesIn(type: GraphQLNamedType): string[] {
  const { isInputObjectType, isInterfaceType, isObjectType, isUnionType } = graphqlLibrary();
  if (isUnionType(type)) return type.getTypes().map(({ name }) => name);
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  return Object.values(type.getFields())
    .flatMap((field): TypedPart[] => [field, ...("args" in field ? field.args : [])])
    .flatMap((typed) => namedTypeOf(typed) ?? []);
}

/** ', and with it "Query.kind"; "Sort" takes its place in "User.kind"'. */
function toldOf(uses: readonly Found[]): string {
  const [along, renamed] = [true, false].map((isAlong) =>
    uses.filter(({ after }) => (after === undefined) === isAlong),
  );
  const named = (some: readonly Found[] = []): string => allOf(some.map(({ place }) => coordinateOf(place)).toSorted());
  const types = new Set(renamed?.map(({ after }) => String(after).replaceAll(/[[\]!]/g, "")));
  return [
    ...(along?.length ? [`, and with it ${named(along)}`] : []),
    ...(renamed?.length ? [`; ${allOf([...types].toSorted())} takes its place in ${named(renamed)}`] : []),
  ].join("");
}
