import type { ASTNode, GraphQLNamedType, GraphQLSchema, NameNode } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import type { GraphqlDifference } from "./difference.ts";
import { commonPartChanges, memberCoordinates } from "./common-parts.ts";
import { type TypedPart, rootTypes } from "./parts.ts";
import { graphqlJsDifferences } from "./graphql-js-differences.ts";
import type { Schemas } from "./type-changes.ts";

/** New names of renamed types, by their names in the base. */
export type RenamedTypes = ReadonlyMap<string, string>;

/**
 * Finds renamed types. A type was renamed if it was removed, and every field or argument that had it has the same added
 * type of the same kind, which replaces no other type.
 */
export function findRenamedTypes({ base, revision }: Schemas): RenamedTypes {
  const candidates = new Map<string, Set<string>>();
  const pairs = new Map<string, readonly [GraphQLNamedType | undefined, GraphQLNamedType | undefined]>();
  for (const [name, type] of Object.entries(base.getTypeMap())) addPair(type, revision.getType(name));
  const roots = rootTypes(revision);
  for (const [root, type] of rootTypes(base)) addPair(type, roots.get(root));
  // Iteration over a Map includes entries that are added during it.
  for (const pair of pairs.values()) {
    const [ours, theirs] = pair.map(typesByMember);
    for (const [place, type] of ours ?? []) addPair(type, theirs?.get(place));
  }
  const all = [...candidates].flatMap(([name, renamedTypes]) =>
    renamedTypes.size === 1 ? [...renamedTypes].map((newTypeName) => [name, newTypeName] as const) : [],
  );
  const claims = Map.groupBy(all, ([, newTypeName]) => newTypeName);
  return new Map(all.filter(([, newTypeName]) => claims.get(newTypeName)?.length === 1));

  function addPair(type: GraphQLNamedType, newTypeName: GraphQLNamedType | undefined): void {
    if (!newTypeName || type.constructor !== newTypeName.constructor) return;
    if (type.name !== newTypeName.name) {
      if (revision.getType(type.name) || base.getType(newTypeName.name)) return;
      const renamedTypes = candidates.get(type.name) ?? new Set();
      candidates.set(type.name, renamedTypes.add(newTypeName.name));
      if (renamedTypes.size > 1) return;
    }
    pairs.set(type.name, [type, newTypeName]);
  }
}

/** Types of the fields and arguments of a type, by field name, or field and argument name. */
function typesByMember(type: GraphQLNamedType | undefined): ReadonlyMap<string, GraphQLNamedType> {
  const { getNamedType, isInputObjectType, isInterfaceType, isObjectType } = graphqlLibrary();
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return new Map();
  const types = new Map<string, GraphQLNamedType>();
  for (const field of Object.values(type.getFields()) as readonly TypedPart[]) {
    types.set(field.name, getNamedType(field.type));
    for (const one of "args" in field ? field.args : []) types.set(`${field.name} ${one.name}`, getNamedType(one.type));
  }
  return types;
}

/** Coordinates of the members of renamed types, with the new type names. */
export function membersOfRenamedTypes(
  { base }: Schemas,
  renamedTypes: RenamedTypes,
): Pick<GraphqlDifference, "place" | "newTypeName">[] {
  return [...renamedTypes].flatMap(([name, newTypeName]) => {
    const type = base.getType(name);
    if (type) return memberCoordinates(type).map((place) => ({ place, newTypeName }));
    return [];
  });
}

/** Differences inside renamed types, at their coordinates in the base. */
export function changesInRenamedTypes({ base, revision }: Schemas, renamedTypes: RenamedTypes): GraphqlDifference[] {
  if (renamedTypes.size === 0) return [];
  const renamed = withRenamedTypes(base, renamedTypes);
  const names = new Map([...renamedTypes].map(([name, newTypeName]) => [newTypeName, name]));
  return [...graphqlJsDifferences(renamed, revision), ...commonPartChanges({ base: renamed, revision })].flatMap(
    (found): GraphqlDifference[] => {
      const { place, rule, message } = found;
      const type = names.get(place.type ?? "");
      // printSchema() drops applied directives, so their differences are not reliable.
      if (type === undefined || place.member === undefined || rule === "graphql-applied-directives-changed") return [];
      const newTypeName = place.type as string;
      const noted = `${message} ("${type}" is "${newTypeName}" now)`;
      if (!rule.endsWith("-type-changed"))
        return [{ ...found, place: { ...place, type }, newTypeName, message: noted }];
      const before = String(found.before).replace(/\w+/, (name) => names.get(name) ?? name);
      const renamedMessage = noted.replace(String(found.before), before);
      return [{ ...found, place: { ...place, type }, newTypeName, before, message: renamedMessage }];
    },
  );
}

/** A copy of a schema with renamed types. */
function withRenamedTypes(schema: GraphQLSchema, names: RenamedTypes): GraphQLSchema {
  const { buildASTSchema, parse, printSchema, visit } = graphqlLibrary();
  const named = visit(parse(printSchema(schema)), {
    Name(node: NameNode, _: unknown, parent: unknown) {
      const isOfType = /^NamedType$|TypeDefinition$/.test((parent as ASTNode).kind);
      if (isOfType) return { ...node, value: names.get(node.value) ?? node.value };
      return undefined;
    },
  });
  return buildASTSchema(named, { assumeValid: true, assumeValidSDL: true });
}
