import { isDeepStrictEqual } from "node:util";
import type { GraphQLEnumType, GraphQLInputType, GraphQLOutputType, GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import type { Verdict } from "../model/change.ts";
import type { QuestionId } from "../verdicts/questions.ts";
import type { Found } from "./found.ts";
import type { Part, Place, TypedPart } from "./parts.ts";

/** The two that are compared. */
export interface Schemas {
  readonly base: GraphQLSchema;
  readonly revision: GraphQLSchema;
}

/** What changed of the type and the default value of a field, an argument, or a field of an input object. */
export function typedChanges(
  place: Place,
  { typed: before }: Pick<Part, "typed">,
  { typed: after }: Pick<Part, "typed">,
): Found[] {
  if (!before || !after) return [];
  return [...typeChanged(place, before, after), ...defaultChanged(place, before, after)];
}

function typeChanged(place: Place, before: TypedPart, after: TypedPart): Found[] {
  const [was, is] = [String(before.type), String(after.type)];
  if (was === is) return [];
  const noun = "args" in before ? "field" : place.argument === undefined ? "input-field" : "argument";
  const told =
    noun === "field"
      ? answeredOtherwise(before.type as GraphQLOutputType, after.type as GraphQLOutputType)
      : givenVerdict(before.type as GraphQLInputType, after.type as GraphQLInputType);
  const isLess = told === "non-breaking" || told.length === 0;
  return [
    {
      rule: `graphql-${noun}-type-changed`,
      place,
      message: `Type changed from ${was} to ${is}`,
      before: was,
      after: is,
      ...(isLess && { verdict: "non-breaking", principle: "addition" }),
      ...(typeof told === "object" && !isLess && { questions: told }),
    },
  ];
}

/** Pairs of which each value of the second, as JSON, is one of the first. */
const narrowed: ReadonlySet<string> = new Set(["Float Int", "ID String", "String ID"]);

/**
 * The open questions of an answer of another type. It may be less than before: never null, which is none, or of a type
 * whose values are some of those before.
 */
export function answeredOtherwise(
  before: GraphQLOutputType,
  after: GraphQLOutputType,
): readonly QuestionId[] | "breaking" {
  const { isEnumType, isListType, isNonNullType, isNamedType } = graphqlLibrary();
  if (isNonNullType(after)) return answeredOtherwise(isNonNullType(before) ? before.ofType : before, after.ofType);
  if (isNonNullType(before)) {
    const others = answeredOtherwise(before.ofType, after);
    return others === "breaking" ? others : ["null-added-to-response", ...others];
  }
  if (isListType(before) && isListType(after)) return answeredOtherwise(before.ofType, after.ofType);
  if (!isNamedType(before) || !isNamedType(after)) return "breaking";
  if (before.name === after.name) return [];
  if (isEnumType(before) && isEnumType(after)) return isRenamedIn(before, after) ? "breaking" : ["type-changed-safely"];
  const isNarrowed = narrowed.has(`${before.name} ${after.name}`) || (before.name === "String" && isEnumType(after));
  return isNarrowed ? ["type-changed-safely"] : "breaking";
}

/** Whether values of an enum went and others came: those that only went, or came, break nobody. */
function isRenamedIn(before: GraphQLEnumType, after: GraphQLEnumType): boolean {
  const lacks = (type: GraphQLEnumType, other: GraphQLEnumType): boolean =>
    type.getValues().some(({ name }) => !other.getValue(name));
  return lacks(before, after) && lacks(after, before);
}

/** What is given may be more than before: a value of another type is refused even where it would fit. */
function givenVerdict(before: GraphQLInputType, after: GraphQLInputType): Verdict {
  const { isListType, isNonNullType, isNamedType } = graphqlLibrary();
  if (isNonNullType(before)) return givenVerdict(before.ofType, isNonNullType(after) ? after.ofType : after);
  if (isListType(before) && isListType(after)) return givenVerdict(before.ofType, after.ofType);
  return isNamedType(before) && isNamedType(after) && before.name === after.name ? "non-breaking" : "breaking";
}

function defaultChanged(place: Place, before: TypedPart, after: TypedPart): Found[] {
  const [was, is] = [before, after].map(defaultOf);
  if (was === is || isSameDefault(before, after)) return [];
  const gone = was !== undefined && is === undefined;
  const wasNeeded = isRequired(before);
  const isNeeded = isRequired(after);
  const message = gone
    ? `Default value ${was} was removed`
    : was === undefined
      ? `Default value ${is} was added`
      : `Default value changed from ${was} to ${is}`;
  return [
    {
      rule: place.argument === undefined ? "graphql-input-field-default-changed" : "graphql-argument-default-changed",
      place,
      message: isNeeded && !wasNeeded ? `${message}: a value is required` : message,
      before: was ?? null,
      after: is ?? null,
      ...(isNeeded && !wasNeeded && { verdict: "breaking", principle: "restriction" }),
      ...(wasNeeded && !isNeeded && { verdict: "non-breaking" }),
    },
  ];
}

/** Whether two default values that are written otherwise mean the same: `1` and `[1]` of a list, `1` and `1.0` of Float. */
function isSameDefault(before: TypedPart, after: TypedPart): boolean {
  const [was, is] = [before, after].map(coercedDefaultOf);
  return was !== undefined && is !== undefined && isDeepStrictEqual(was, is);
}

/** A default value as a provider gets it; undefined where there is none, or the type does not take it. */
function coercedDefaultOf({ astNode, type }: TypedPart): unknown {
  if (!astNode || !("defaultValue" in astNode) || !astNode.defaultValue) return undefined;
  try {
    return graphqlLibrary().coerceInputLiteral(astNode.defaultValue, type as GraphQLInputType);
  } catch {
    // Of a schema that is at fault: a default value may hold itself.
    return undefined;
  }
}

/** A default value as it is written, whatever the order of its fields. */
function defaultOf({ astNode }: TypedPart): string | undefined {
  if (!astNode || !("defaultValue" in astNode) || !astNode.defaultValue) return undefined;
  const { Kind, print, visit } = graphqlLibrary();
  const sorted = visit(astNode.defaultValue, {
    [Kind.OBJECT]: {
      leave: (node) => ({ ...node, fields: node.fields.toSorted((a, b) => (a.name.value < b.name.value ? -1 : 1)) }),
    },
  });
  return print(sorted);
}

/** Whether an operation has to give an argument, or a field of an input object. */
export function isRequired(part: TypedPart | undefined): boolean {
  return part !== undefined && graphqlLibrary().isNonNullType(part.type) && defaultOf(part) === undefined;
}
