import type { GraphQLNamedType, GraphQLSchema, SchemaChange } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { quoted } from "../model/wording.ts";
import type { Found } from "./found.ts";
import { type Place, fieldGiving, interfacesOf, nameOf, partAt } from "./parts.ts";
import type { GraphqlRuleId } from "./rules.ts";
import { type Schemas, isRequired } from "./typed.ts";

/** What graphql-js reports of a pair of schemas: it names a place in a sentence, and nothing else. */
export function reportedChanges(base: GraphQLSchema, revision: GraphQLSchema): Found[] {
  const { findSchemaChanges } = graphqlLibrary();
  return findSchemaChanges(base, revision).flatMap((change) => {
    const reading = readings[change.type];
    return reading ? reading.found(placeIn(reading.at, change), { base, revision }) : [];
  });
}

interface Reading {
  readonly at: RegExp;
  found(place: Place, schemas: Schemas): Found[];
}

const coordinate = String.raw`(?:@(?<directive>\w+)|(?<type>\w+)\.(?<member>\w+))(?:\((?<argument>\w+):\))?`;
const type = String.raw`(?<type>\w+)`;
const member = String.raw`(?<member>\w+)`;

/**
 * By the type of a change. An edit of a description is none; of types and default values it tells one where there are
 * two, and none where the type of what has a default value changed: `kept.ts` compares them.
 */
const readings: Readonly<Record<SchemaChange["type"], Reading | undefined>> = {
  DESCRIPTION_CHANGED: undefined,
  FIELD_CHANGED_KIND: undefined,
  FIELD_CHANGED_KIND_SAFE: undefined,
  INPUT_FIELD_DEFAULT_VALUE_CHANGE: undefined,
  INPUT_FIELD_DEFAULT_VALUE_ADDED: undefined,
  ARG_CHANGED_KIND: undefined,
  ARG_CHANGED_KIND_SAFE: undefined,
  ARG_DEFAULT_VALUE_CHANGE: undefined,
  ARG_DEFAULT_VALUE_ADDED: undefined,
  TYPE_REMOVED: { at: new RegExp(`^(?:Standard scalar )?${type} was removed`), found: typeWas("removed") },
  TYPE_ADDED: { at: new RegExp(`^${type} was added`), found: typeWas("added") },
  TYPE_CHANGED_KIND: { at: new RegExp(`^${type} changed from`), found: kindChanged },
  TYPE_REMOVED_FROM_UNION: simple(`^${member} was removed from union type ${type}`, "graphql-union-member-removed"),
  TYPE_ADDED_TO_UNION: simple(`^${member} was added to union type ${type}`, "graphql-union-member-added"),
  IMPLEMENTED_INTERFACE_REMOVED: simple(
    `^${type} no longer implements interface ${member}`,
    "graphql-interface-removed",
  ),
  IMPLEMENTED_INTERFACE_ADDED: {
    at: new RegExp(`^${member} added to interfaces implemented by ${type}`),
    found: interfaceAdded,
  },
  VALUE_REMOVED_FROM_ENUM: simple(`^Enum value ${coordinate} was`, "graphql-enum-value-removed"),
  VALUE_ADDED_TO_ENUM: simple(`^Enum value ${coordinate} was`, "graphql-enum-value-added"),
  FIELD_REMOVED: { at: new RegExp(`^Field ${coordinate} was`), found: fieldRemoved },
  FIELD_ADDED: simple(`^Field ${coordinate} was`, "graphql-field-added"),
  REQUIRED_INPUT_FIELD_ADDED: { at: new RegExp(`^A required field ${coordinate} was`), found: inputAdded },
  OPTIONAL_INPUT_FIELD_ADDED: { at: new RegExp(`^An optional field ${coordinate} was`), found: inputAdded },
  ARG_REMOVED: simple(`^Argument ${coordinate} was`, "graphql-argument-removed"),
  REQUIRED_ARG_ADDED: { at: new RegExp(`^A required argument ${coordinate} was`), found: inputAdded },
  OPTIONAL_ARG_ADDED: { at: new RegExp(`^An optional argument ${coordinate} was`), found: inputAdded },
  DIRECTIVE_REMOVED: simple(`^Directive ${coordinate} was`, "graphql-directive-removed"),
  DIRECTIVE_ADDED: simple(`^Directive ${coordinate} was`, "graphql-directive-added"),
  DIRECTIVE_ARG_REMOVED: simple(`^Argument ${coordinate} was`, "graphql-argument-removed"),
  REQUIRED_DIRECTIVE_ARG_ADDED: { at: new RegExp(`^A required argument ${coordinate} was`), found: inputAdded },
  OPTIONAL_DIRECTIVE_ARG_ADDED: { at: new RegExp(`^An optional argument ${coordinate} was`), found: inputAdded },
  DIRECTIVE_REPEATABLE_REMOVED: simple(`from ${coordinate}\\.$`, "graphql-directive-repeatable-removed"),
  DIRECTIVE_REPEATABLE_ADDED: simple(`to ${coordinate}\\.$`, "graphql-directive-repeatable-added"),
  DIRECTIVE_LOCATION_REMOVED: simple(
    `^${member} was removed from @(?<directive>\\w+)`,
    "graphql-directive-location-removed",
  ),
  DIRECTIVE_LOCATION_ADDED: simple(`^${member} was added to @(?<directive>\\w+)`, "graphql-directive-location-added"),
};

/** The place that a sentence of graphql-js names. */
function placeIn(at: RegExp, { type: name, description }: SchemaChange): Place {
  const groups = at.exec(description)?.groups;
  if (!groups) throw new Error(`graphql-js says of a ${name} what cannot be read: ${description}`);
  return Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined));
}

/** A part that one schema has and the other has not, or that says in a word what changed. */
function simple(pattern: string, rule: GraphqlRuleId): Reading {
  const words: Partial<Record<GraphqlRuleId, (place: Place) => string>> = {
    "graphql-directive-repeatable-removed": () => "It can no longer be repeated",
    "graphql-directive-repeatable-added": () => "It can be repeated",
  };
  const verb = rule.endsWith("removed") ? "removed" : "added";
  const message = words[rule] ?? ((place) => `${nounOf(rule)} ${quoted(nameOf(place))} was ${verb}`);
  return { at: new RegExp(pattern), found: (place) => [{ rule, place, message: message(place) }] };
}

/** "Union member" for graphql-union-member-removed. */
function nounOf(rule: GraphqlRuleId): string {
  const noun = rule
    .replace(/^graphql-/, "")
    .replace(/-(removed|added)$/, "")
    .replaceAll("-", " ");
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** A scalar of the specification comes and goes with its uses. */
function typeWas(verb: "added" | "removed") {
  return (place: Place, { base, revision }: Schemas): Found[] => {
    const { isObjectType, isSpecifiedScalarType } = graphqlLibrary();
    const gone = (verb === "removed" ? base : revision).getType(place.type ?? "");
    if (!gone || isSpecifiedScalarType(gone)) return [];
    const isMet = verb === "added" && isObjectType(gone) && interfacesOf(gone).some((name) => isAskedFor(name, base));
    return [
      {
        rule: `graphql-type-${verb}`,
        place,
        message: `${kindOf(gone)} was ${verb}`,
        ...(isMet && { questions: ["union-shape-added"] }),
      },
    ];
  };
}

/** Whether a field may be answered with any object of a type. */
function isAskedFor(name: string, schema: GraphQLSchema): boolean {
  return Object.values(schema.getTypeMap()).some((owner) => fieldGiving(owner, name) !== undefined);
}

function kindChanged(place: Place, { base, revision }: Schemas): Found[] {
  const [before, after] = [base, revision].map((schema) => kindOf(schema.getType(place.type ?? "")));
  const message = `It was ${articled(before)}, and is ${articled(after)}`;
  return [{ rule: "graphql-type-kind-changed", place, message, before: before ?? null, after: after ?? null }];
}

/** "Input object type" and its like. */
function kindOf(given: GraphQLNamedType | undefined): string {
  const { isEnumType, isInputObjectType, isInterfaceType, isObjectType, isUnionType } = graphqlLibrary();
  if (isObjectType(given)) return "Object type";
  if (isInterfaceType(given)) return "Interface";
  if (isUnionType(given)) return "Union";
  if (isEnumType(given)) return "Enum";
  return isInputObjectType(given) ? "Input object type" : "Scalar";
}

function articled(noun = ""): string {
  return `${/^[AEIO]/.test(noun) ? "an" : "a"} ${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
}

/** Objects of the type are met where a field of the base asks for the interface; an interface has none of its own. */
function interfaceAdded(place: Place, { base }: Schemas): Found[] {
  const message = `Interface ${quoted(place.member ?? "")} was added`;
  const isMet = graphqlLibrary().isObjectType(base.getType(place.type ?? "")) && isAskedFor(place.member ?? "", base);
  return [{ rule: "graphql-interface-added", place, message, ...(!isMet && { verdict: "non-breaking" }) }];
}

function fieldRemoved(place: Place, { base }: Schemas): Found[] {
  const isInput = graphqlLibrary().isInputObjectType(base.getType(place.type ?? ""));
  const rule = isInput ? "graphql-input-field-removed" : "graphql-field-removed";
  return [{ rule, place, message: `Field ${quoted(place.member ?? "")} was removed` }];
}

/** An argument or a field of an input object that the base does not have. */
function inputAdded(place: Place, { revision }: Schemas): Found[] {
  const needed = isRequired(partAt(revision, place)?.typed);
  const noun = place.argument === undefined ? "field" : "argument";
  return [
    {
      rule: place.argument === undefined ? "graphql-input-field-added" : "graphql-argument-added",
      place,
      message: `${needed ? "Required" : "Optional"} ${noun} ${quoted(nameOf(place))} was added`,
      ...(needed && { verdict: "breaking", principle: "restriction" }),
    },
  ];
}
