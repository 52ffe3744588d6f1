import type { ASTNode, GraphQLNamedType, GraphQLSchema, NameNode } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import type { Found } from "./found.ts";
import { keptChanges, membersOf } from "./kept.ts";
import { type TypedPart, rootTypes } from "./parts.ts";
import { reportedChanges } from "./reported.ts";
import type { Schemas } from "./typed.ts";

/** What types that were renamed are called in the revision, by their names in the base. */
export type Heirs = ReadonlyMap<string, string>;

/** A revision, and what it calls the types of its base. */
export interface Revised {
  readonly schema: GraphQLSchema;
  readonly heirs: Heirs;
}

/** What a revision has of a type of its base, under whatever name. */
export function revisedType({ schema, heirs }: Revised, name: string): GraphQLNamedType | undefined {
  return schema.getType(heirs.get(name) ?? name);
}

/**
 * The types that were renamed: each is gone, and whatever has it in the base has one and the same new type of its kind in
 * the revision, which took the place of no other.
 */
export function heirsOf({ base, revision }: Schemas): Heirs {
  const met = new Map<string, Set<string>>();
  const pairs = new Map<string, readonly [GraphQLNamedType | undefined, GraphQLNamedType | undefined]>();
  for (const [name, type] of Object.entries(base.getTypeMap())) meet(type, revision.getType(name));
  const roots = rootTypes(revision);
  for (const [root, type] of rootTypes(base)) meet(type, roots.get(root));
  // A map yields what is put into it meanwhile.
  for (const pair of pairs.values()) {
    const [ours, theirs] = pair.map(typesIn);
    for (const [place, type] of ours ?? []) meet(type, theirs?.get(place));
  }
  const all = [...met].flatMap(([name, heirs]) =>
    heirs.size === 1 ? [...heirs].map((heir) => [name, heir] as const) : [],
  );
  const claims = Map.groupBy(all, ([, heir]) => heir);
  return new Map(all.filter(([, heir]) => claims.get(heir)?.length === 1));

  function meet(type: GraphQLNamedType, heir: GraphQLNamedType | undefined): void {
    if (!heir || type.constructor !== heir.constructor) return;
    if (type.name !== heir.name) {
      if (revision.getType(type.name) || base.getType(heir.name)) return;
      const heirs = met.get(type.name) ?? new Set();
      met.set(type.name, heirs.add(heir.name));
      if (heirs.size > 1) return;
    }
    pairs.set(type.name, [type, heir]);
  }
}

/** The types of the fields and arguments of a type, by where they stand in it. */
function typesIn(type: GraphQLNamedType | undefined): ReadonlyMap<string, GraphQLNamedType> {
  const { getNamedType, isInputObjectType, isInterfaceType, isObjectType } = graphqlLibrary();
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return new Map();
  const types = new Map<string, GraphQLNamedType>();
  for (const field of Object.values(type.getFields()) as readonly TypedPart[]) {
    types.set(field.name, getNamedType(field.type));
    for (const one of "args" in field ? field.args : []) types.set(`${field.name} ${one.name}`, getNamedType(one.type));
  }
  return types;
}

/** The parts of types that were renamed, and what these are called now. */
export function inheritedPlaces({ base }: Schemas, heirs: Heirs): Pick<Found, "place" | "heir">[] {
  return [...heirs].flatMap(([name, heir]) => {
    const type = base.getType(name);
    return type ? membersOf(type).map((place) => ({ place, heir })) : [];
  });
}

/** What changed within types that were renamed, told of the places that these had. */
export function inheritedChanges({ base, revision }: Schemas, heirs: Heirs): Found[] {
  if (heirs.size === 0) return [];
  const renamed = withNames(base, heirs);
  const names = new Map([...heirs].map(([name, heir]) => [heir, name]));
  return [...reportedChanges(renamed, revision), ...keptChanges({ base: renamed, revision })].flatMap(
    (found): Found[] => {
      const { place, rule, message } = found;
      const type = names.get(place.type ?? "");
      // A schema that is printed has no directives of its own.
      if (type === undefined || place.member === undefined || rule === "graphql-applied-directives-changed") return [];
      const heir = place.type as string;
      const told = `${message} ("${type}" is "${heir}" now)`;
      if (!rule.endsWith("-type-changed")) return [{ ...found, place: { ...place, type }, heir, message: told }];
      const before = String(found.before).replace(/\w+/, (name) => names.get(name) ?? name);
      const said = told.replace(String(found.before), before);
      return [{ ...found, place: { ...place, type }, heir, before, message: said }];
    },
  );
}

/** A schema whose types have other names. */
function withNames(schema: GraphQLSchema, names: Heirs): GraphQLSchema {
  const { buildASTSchema, parse, printSchema, visit } = graphqlLibrary();
  const named = visit(parse(printSchema(schema)), {
    Name(node: NameNode, _: unknown, parent: unknown) {
      const isOfType = /^NamedType$|TypeDefinition$/.test((parent as ASTNode).kind);
      return isOfType ? { ...node, value: names.get(node.value) ?? node.value } : undefined;
    },
  });
  return buildASTSchema(named, { assumeValid: true, assumeValidSDL: true });
}
