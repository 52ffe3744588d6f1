import type { GraphQLNamedType, GraphQLSchema, SchemaChange } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { quote } from "../model/wording.ts";
import type { GraphqlDifference } from "./difference.ts";
import { type Coordinate, fieldOfType, listInterfaces, lastName, findGraphqlPart } from "./parts.ts";
import type { GraphqlRuleId } from "./rules.ts";
import { type Schemas, isRequired } from "./type-changes.ts";

/** Differences that graphql-js reports. Their coordinates are parsed from its messages. */
export function graphqlJsDifferences(base: GraphQLSchema, revision: GraphQLSchema): GraphqlDifference[] {
  const { findSchemaChanges } = graphqlLibrary();
  return findSchemaChanges(base, revision).flatMap((change) => {
    const reader = changeReaders[change.type];
    if (reader) return reader.read(readCoordinate(reader.pattern, change), { base, revision });
    return [];
  });
}

interface ChangeReader {
  readonly pattern: RegExp;
  read(place: Coordinate, schemas: Schemas): GraphqlDifference[];
}

const coordinate = String.raw`(?:@(?<directive>\w+)|(?<type>\w+)\.(?<member>\w+))(?:\((?<argument>\w+):\))?`;
const type = String.raw`(?<type>\w+)`;
const member = String.raw`(?<member>\w+)`;

/**
 * Readers by type of change. Descriptions do not count. Types and default values are compared in common-parts.ts,
 * because graphql-js reports only one of two differences.
 */
const changeReaders: Readonly<Record<SchemaChange["type"], ChangeReader | undefined>> = {
  DESCRIPTION_CHANGED: undefined,
  FIELD_CHANGED_KIND: undefined,
  FIELD_CHANGED_KIND_SAFE: undefined,
  INPUT_FIELD_DEFAULT_VALUE_CHANGE: undefined,
  INPUT_FIELD_DEFAULT_VALUE_ADDED: undefined,
  ARG_CHANGED_KIND: undefined,
  ARG_CHANGED_KIND_SAFE: undefined,
  ARG_DEFAULT_VALUE_CHANGE: undefined,
  ARG_DEFAULT_VALUE_ADDED: undefined,
  TYPE_REMOVED: { pattern: new RegExp(`^(?:Standard scalar )?${type} was removed`), read: readTypeChange("removed") },
  TYPE_ADDED: { pattern: new RegExp(`^${type} was added`), read: readTypeChange("added") },
  TYPE_CHANGED_KIND: { pattern: new RegExp(`^${type} changed from`), read: readKindChange },
  TYPE_REMOVED_FROM_UNION: addedOrRemoved(
    `^${member} was removed from union type ${type}`,
    "graphql-union-member-removed",
  ),
  TYPE_ADDED_TO_UNION: addedOrRemoved(`^${member} was added to union type ${type}`, "graphql-union-member-added"),
  IMPLEMENTED_INTERFACE_REMOVED: addedOrRemoved(
    `^${type} no longer implements interface ${member}`,
    "graphql-interface-removed",
  ),
  IMPLEMENTED_INTERFACE_ADDED: {
    pattern: new RegExp(`^${member} added to interfaces implemented by ${type}`),
    read: readInterfaceAdded,
  },
  VALUE_REMOVED_FROM_ENUM: addedOrRemoved(`^Enum value ${coordinate} was`, "graphql-enum-value-removed"),
  VALUE_ADDED_TO_ENUM: addedOrRemoved(`^Enum value ${coordinate} was`, "graphql-enum-value-added"),
  FIELD_REMOVED: { pattern: new RegExp(`^Field ${coordinate} was`), read: readFieldRemoved },
  FIELD_ADDED: addedOrRemoved(`^Field ${coordinate} was`, "graphql-field-added"),
  REQUIRED_INPUT_FIELD_ADDED: { pattern: new RegExp(`^A required field ${coordinate} was`), read: readInputAdded },
  OPTIONAL_INPUT_FIELD_ADDED: { pattern: new RegExp(`^An optional field ${coordinate} was`), read: readInputAdded },
  ARG_REMOVED: addedOrRemoved(`^Argument ${coordinate} was`, "graphql-argument-removed"),
  REQUIRED_ARG_ADDED: { pattern: new RegExp(`^A required argument ${coordinate} was`), read: readInputAdded },
  OPTIONAL_ARG_ADDED: { pattern: new RegExp(`^An optional argument ${coordinate} was`), read: readInputAdded },
  DIRECTIVE_REMOVED: addedOrRemoved(`^Directive ${coordinate} was`, "graphql-directive-removed"),
  DIRECTIVE_ADDED: addedOrRemoved(`^Directive ${coordinate} was`, "graphql-directive-added"),
  DIRECTIVE_ARG_REMOVED: addedOrRemoved(`^Argument ${coordinate} was`, "graphql-argument-removed"),
  REQUIRED_DIRECTIVE_ARG_ADDED: { pattern: new RegExp(`^A required argument ${coordinate} was`), read: readInputAdded },
  OPTIONAL_DIRECTIVE_ARG_ADDED: {
    pattern: new RegExp(`^An optional argument ${coordinate} was`),
    read: readInputAdded,
  },
  DIRECTIVE_REPEATABLE_REMOVED: addedOrRemoved(`from ${coordinate}\\.$`, "graphql-directive-repeatable-removed"),
  DIRECTIVE_REPEATABLE_ADDED: addedOrRemoved(`to ${coordinate}\\.$`, "graphql-directive-repeatable-added"),
  DIRECTIVE_LOCATION_REMOVED: addedOrRemoved(
    `^${member} was removed from @(?<directive>\\w+)`,
    "graphql-directive-location-removed",
  ),
  DIRECTIVE_LOCATION_ADDED: addedOrRemoved(
    `^${member} was added to @(?<directive>\\w+)`,
    "graphql-directive-location-added",
  ),
};

/** Reads the coordinate in a message of graphql-js. */
function readCoordinate(at: RegExp, { type: name, description }: SchemaChange): Coordinate {
  const groups = at.exec(description)?.groups;
  if (!groups) throw new Error(`Cannot read the ${name} message of graphql-js: ${description}`);
  return Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined));
}

/** Reader for parts that were added or removed, and for repeatable directives. */
function addedOrRemoved(pattern: string, rule: GraphqlRuleId): ChangeReader {
  const words: Partial<Record<GraphqlRuleId, (place: Coordinate) => string>> = {
    "graphql-directive-repeatable-removed": () => "It can no longer be repeated",
    "graphql-directive-repeatable-added": () => "It can be repeated",
  };
  const verb = rule.endsWith("removed") ? "removed" : "added";
  const message = words[rule] ?? ((place) => `${capitalizedNoun(rule)} ${quote(lastName(place))} was ${verb}`);
  return { pattern: new RegExp(pattern), read: (place) => [{ rule, place, message: message(place) }] };
}

/** Noun in the id of a rule: "Union member" for graphql-union-member-removed. */
function capitalizedNoun(rule: GraphqlRuleId): string {
  const noun = rule
    .replace(/^graphql-/, "")
    .replace(/-(removed|added)$/, "")
    .replaceAll("-", " ");
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** Reader for added and removed types. Built-in scalars appear with their first use, so they do not count. */
function readTypeChange(verb: "added" | "removed") {
  return (place: Coordinate, { base, revision }: Schemas): GraphqlDifference[] => {
    const { isObjectType, isSpecifiedScalarType } = graphqlLibrary();
    const changedType = (verb === "removed" ? base : revision).getType(place.type ?? "");
    if (!changedType || isSpecifiedScalarType(changedType)) return [];
    const isReachable =
      verb === "added" &&
      isObjectType(changedType) &&
      listInterfaces(changedType).some((name) => isFieldType(name, base));
    return [
      {
        rule: `graphql-type-${verb}`,
        place,
        message: `${typeKindName(changedType)} was ${verb}`,
        ...(isReachable && { questions: ["union-shape-added"] }),
      },
    ];
  };
}

/** Checks whether any field has this type. */
function isFieldType(name: string, schema: GraphQLSchema): boolean {
  return Object.values(schema.getTypeMap()).some((owner) => fieldOfType(owner, name) !== undefined);
}

function readKindChange(place: Coordinate, { base, revision }: Schemas): GraphqlDifference[] {
  const [before, after] = [base, revision].map((schema) => typeKindName(schema.getType(place.type ?? "")));
  const message = `It was ${withArticle(before)}, and is ${withArticle(after)}`;
  return [{ rule: "graphql-type-kind-changed", place, message, before: before ?? null, after: after ?? null }];
}

/** Kind of a type, as messages write it: "Input object type". */
function typeKindName(given: GraphQLNamedType | undefined): string {
  const { isEnumType, isInputObjectType, isInterfaceType, isObjectType, isUnionType } = graphqlLibrary();
  if (isObjectType(given)) return "Object type";
  if (isInterfaceType(given)) return "Interface";
  if (isUnionType(given)) return "Union";
  if (isEnumType(given)) return "Enum";
  if (isInputObjectType(given)) return "Input object type";
  return "Scalar";
}

function withArticle(noun = ""): string {
  return `${/^[AEIO]/.test(noun) ? "an" : "a"} ${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
}

/** Consumers can receive the type if a field of the base has the interface type. Interfaces have no objects of their own. */
function readInterfaceAdded(place: Coordinate, { base }: Schemas): GraphqlDifference[] {
  const message = `Interface ${quote(place.member ?? "")} was added`;
  const isReachable =
    graphqlLibrary().isObjectType(base.getType(place.type ?? "")) && isFieldType(place.member ?? "", base);
  return [{ rule: "graphql-interface-added", place, message, ...(!isReachable && { verdict: "non-breaking" }) }];
}

function readFieldRemoved(place: Coordinate, { base }: Schemas): GraphqlDifference[] {
  const isInput = graphqlLibrary().isInputObjectType(base.getType(place.type ?? ""));
  const rule = isInput ? "graphql-input-field-removed" : "graphql-field-removed";
  return [{ rule, place, message: `Field ${quote(place.member ?? "")} was removed` }];
}

/** An added argument or input field. */
function readInputAdded(place: Coordinate, { revision }: Schemas): GraphqlDifference[] {
  const isNeeded = isRequired(findGraphqlPart(revision, place)?.typed);
  const noun = place.argument === undefined ? "field" : "argument";
  return [
    {
      rule: place.argument === undefined ? "graphql-input-field-added" : "graphql-argument-added",
      place,
      message: `${isNeeded ? "Required" : "Optional"} ${noun} ${quote(lastName(place))} was added`,
      ...(isNeeded && { verdict: "breaking", principle: "restriction" }),
    },
  ];
}
