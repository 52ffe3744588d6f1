import type { GraphQLArgument, GraphQLNamedType } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { quote } from "../model/wording.ts";
import type { GraphqlDifference } from "./difference.ts";
import {
  type GraphqlPart,
  type Coordinate,
  appliedDirectives,
  findDirective,
  findGraphqlPart,
  rootTypes,
} from "./parts.ts";
import type { GraphqlRuleId } from "./rules.ts";
import { type Schemas, typeAndDefaultChanges } from "./type-changes.ts";

/**
 * Differences of parts that both schemas have: types and default values, and those that graphql-js ignores: root types,
 * `@oneOf` and applied directives.
 */
export function commonPartChanges(schemas: Schemas): GraphqlDifference[] {
  return [...rootChanges(schemas), ...commonCoordinates(schemas).flatMap((place) => partChanges(place, schemas))];
}

function rootChanges({ base, revision }: Schemas): GraphqlDifference[] {
  const [before, after] = [rootTypes(base), rootTypes(revision)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((root): GraphqlDifference[] => {
    const place = { root };
    const [was, is] = [before.get(root)?.name, after.get(root)?.name];
    if (was === is) return [];
    if (was === undefined)
      return [{ rule: "graphql-root-added", place, message: `Root type of each ${root} was added` }];
    if (is === undefined)
      return [{ rule: "graphql-root-removed", place, message: `Root type of each ${root} was removed` }];
    const message = `Root type of each ${root} changed from ${quote(was)} to ${quote(is)}`;
    return [{ rule: "graphql-root-changed", place, message, before: was, after: is }];
  });
}

/** Coordinates of parts that both schemas have and that can have a basis marker. */
export function commonCoordinates({ base, revision }: Schemas): Coordinate[] {
  const { isIntrospectionType } = graphqlLibrary();
  const types = Object.values(base.getTypeMap()).filter(
    (each) => !isIntrospectionType(each) && revision.getType(each.name) !== undefined,
  );
  const places: readonly Coordinate[] = [
    ...types.flatMap((type) => [{ type: type.name }, ...memberCoordinates(type)]),
    ...base
      .getDirectives()
      .filter(({ name }) => findDirective(revision, name) !== undefined)
      .flatMap(({ name, args }) => [{ directive: name }, ...argumentCoordinates({ directive: name }, args)]),
  ];
  return places.filter((place) => findGraphqlPart(revision, place) !== undefined);
}

/** Coordinates of the fields, values and arguments of a type. */
export function memberCoordinates(type: GraphQLNamedType): Coordinate[] {
  const { isEnumType, isInputObjectType, isInterfaceType, isObjectType } = graphqlLibrary();
  if (isEnumType(type)) return type.getValues().map(({ name }) => ({ type: type.name, member: name }));
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const place = { type: type.name, member: field.name };
    return [place, ...("args" in field ? argumentCoordinates(place, field.args) : [])];
  });
}

function argumentCoordinates(owner: Coordinate, all: readonly GraphQLArgument[]): Coordinate[] {
  return all.map(({ name }) => ({ ...owner, argument: name }));
}

function partChanges(place: Coordinate, { base, revision }: Schemas): GraphqlDifference[] {
  const [before, after] = [findGraphqlPart(base, place), findGraphqlPart(revision, place)];
  // Parts of another kind belong to a type of another kind, which is reported as a whole.
  if (!before || !after || nodeKind(before) !== nodeKind(after)) return [];
  return [
    ...typeAndDefaultChanges(place, before, after),
    ...oneOfChanges(place, { base, revision }),
    ...directiveChanges(
      place,
      listAppliedDirectives(before, place, base),
      listAppliedDirectives(after, place, revision),
    ),
  ];
}

function nodeKind({ node }: GraphqlPart): string | undefined {
  return node?.kind.replace("Extension", "Definition");
}

function oneOfChanges(place: Coordinate, { base, revision }: Schemas): GraphqlDifference[] {
  const { isInputObjectType } = graphqlLibrary();
  const [before, after] = [base, revision].map((schema) => schema.getType(place.type ?? ""));
  if (place.member !== undefined || !isInputObjectType(before) || !isInputObjectType(after)) return [];
  if (before.isOneOf === after.isOneOf) return [];
  if (after.isOneOf)
    return [{ rule: "graphql-one-of-added", place, message: "It now requires exactly one of its fields" }];
  return [{ rule: "graphql-one-of-removed", place, message: "It now accepts any of its fields" }];
}

function directiveChanges(place: Coordinate, before: readonly string[], after: readonly string[]): GraphqlDifference[] {
  if (before.join(" ") === after.join(" ")) return [];
  const message = `Directives changed from ${directiveList(before)} to ${directiveList(after)}`;
  const rule: GraphqlRuleId = "graphql-applied-directives-changed";
  return [{ rule, place, message, before: [...before], after: [...after] }];
}

function directiveList(directives: readonly string[]): string {
  if (directives.length === 0) return "none";
  return directives.join(" ");
}

function listAppliedDirectives(
  { node }: GraphqlPart,
  { type, member }: Coordinate,
  schema: Schemas["base"],
): readonly string[] {
  const owner = member === undefined ? schema.getType(type ?? "") : undefined;
  return appliedDirectives(node, owner?.extensionASTNodes);
}
