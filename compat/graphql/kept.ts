import type { GraphQLArgument, GraphQLNamedType } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { quoted } from "../model/wording.ts";
import type { Found } from "./found.ts";
import { type Part, type Place, appliedAt, partAt, rootTypes } from "./parts.ts";
import type { GraphqlRuleId } from "./rules.ts";
import { type Schemas, typedChanges } from "./typed.ts";

/**
 * What changed of the parts that both schemas have: types, default values, and what graphql-js looks past: roots,
 * `@oneOf`, and the directives that stand at a part.
 */
export function keptChanges(schemas: Schemas): Found[] {
  return [...rootChanges(schemas), ...placesOfBoth(schemas).flatMap((place) => partChanges(place, schemas))];
}

function rootChanges({ base, revision }: Schemas): Found[] {
  const [before, after] = [rootTypes(base), rootTypes(revision)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((root): Found[] => {
    const place = { root };
    const [was, is] = [before.get(root)?.name, after.get(root)?.name];
    if (was === is) return [];
    if (was === undefined) return [{ rule: "graphql-root-added", place, message: `The schema takes a ${root}` }];
    if (is === undefined) return [{ rule: "graphql-root-removed", place, message: `The schema takes no ${root}` }];
    const message = `The root of each ${root} was ${quoted(was)}, and is ${quoted(is)}`;
    return [{ rule: "graphql-root-changed", place, message, before: was, after: is }];
  });
}

/** Every part that both have and that may be marked. */
export function placesOfBoth({ base, revision }: Schemas): Place[] {
  const { isIntrospectionType } = graphqlLibrary();
  const types = Object.values(base.getTypeMap()).filter(
    (each) => !isIntrospectionType(each) && revision.getType(each.name) !== undefined,
  );
  const places: readonly Place[] = [
    ...types.flatMap((type) => [{ type: type.name }, ...membersOf(type)]),
    ...base
      .getDirectives()
      .filter(({ name }) => revision.getDirective(name) !== undefined)
      .flatMap(({ name, args }) => [{ directive: name }, ...argumentsOf({ directive: name }, args)]),
  ];
  return places.filter((place) => partAt(revision, place) !== undefined);
}

/** The fields, values and arguments of a type. */
export function membersOf(type: GraphQLNamedType): Place[] {
  const { isEnumType, isInputObjectType, isInterfaceType, isObjectType } = graphqlLibrary();
  if (isEnumType(type)) return type.getValues().map(({ name }) => ({ type: type.name, member: name }));
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const place = { type: type.name, member: field.name };
    return [place, ...("args" in field ? argumentsOf(place, field.args) : [])];
  });
}

function argumentsOf(owner: Place, all: readonly GraphQLArgument[]): Place[] {
  return all.map(({ name }) => ({ ...owner, argument: name }));
}

function partChanges(place: Place, { base, revision }: Schemas): Found[] {
  const [before, after] = [partAt(base, place), partAt(revision, place)];
  // A part of another kind goes with its type, whose change is told.
  if (!before || !after || kindOf(before) !== kindOf(after)) return [];
  return [
    ...typedChanges(place, before, after),
    ...oneOfChanges(place, { base, revision }),
    ...directiveChanges(place, appliedTo(before, place, base), appliedTo(after, place, revision)),
  ];
}

function kindOf({ node }: Part): string | undefined {
  return node?.kind.replace("Extension", "Definition");
}

function oneOfChanges(place: Place, { base, revision }: Schemas): Found[] {
  const { isInputObjectType } = graphqlLibrary();
  const [before, after] = [base, revision].map((schema) => schema.getType(place.type ?? ""));
  if (place.member !== undefined || !isInputObjectType(before) || !isInputObjectType(after)) return [];
  if (before.isOneOf === after.isOneOf) return [];
  return after.isOneOf
    ? [{ rule: "graphql-one-of-added", place, message: "It takes exactly one of its fields" }]
    : [{ rule: "graphql-one-of-removed", place, message: "It takes any of its fields" }];
}

function directiveChanges(place: Place, before: readonly string[], after: readonly string[]): Found[] {
  if (before.join(" ") === after.join(" ")) return [];
  const message = `Directives changed from ${named(before)} to ${named(after)}`;
  const rule: GraphqlRuleId = "graphql-applied-directives-changed";
  return [{ rule, place, message, before: [...before], after: [...after] }];
}

function named(directives: readonly string[]): string {
  return directives.length === 0 ? "none" : directives.join(" ");
}

function appliedTo({ node }: Part, { type, member }: Place, schema: Schemas["base"]): readonly string[] {
  const owner = member === undefined ? schema.getType(type ?? "") : undefined;
  return appliedAt(node, owner?.extensionASTNodes);
}
