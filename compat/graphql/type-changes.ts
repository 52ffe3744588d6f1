import { isDeepStrictEqual } from "node:util";
import type { GraphQLEnumType, GraphQLInputType, GraphQLOutputType, GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import type { Verdict } from "../model/change.ts";
import type { QuestionId } from "../verdicts/questions.ts";
import type { GraphqlDifference } from "./difference.ts";
import type { GraphqlPart, Coordinate, TypedPart } from "./parts.ts";

/** The two schemas of a comparison. */
export interface Schemas {
  readonly base: GraphQLSchema;
  readonly revision: GraphQLSchema;
}

/** Changes of the type and default value of a field, an argument or an input field. */
export function typeAndDefaultChanges(
  place: Coordinate,
  { typed: before }: Pick<GraphqlPart, "typed">,
  { typed: after }: Pick<GraphqlPart, "typed">,
): GraphqlDifference[] {
  if (!before || !after) return [];
  return [...typeChanges(place, before, after), ...defaultValueChanges(place, before, after)];
}

function typeChanges(place: Coordinate, before: TypedPart, after: TypedPart): GraphqlDifference[] {
  const [was, is] = [String(before.type), String(after.type)];
  if (was === is) return [];
  const noun = "args" in before ? "field" : place.argument === undefined ? "input-field" : "argument";
  const judgment =
    noun === "field"
      ? judgeOutputType(before.type as GraphQLOutputType, after.type as GraphQLOutputType)
      : judgeInputType(before.type as GraphQLInputType, after.type as GraphQLInputType);
  const isCompatible = judgment === "non-breaking" || judgment.length === 0;
  return [
    {
      rule: `graphql-${noun}-type-changed`,
      place,
      message: `Type changed from ${was} to ${is}`,
      before: was,
      after: is,
      ...(isCompatible && { verdict: "non-breaking", principle: "addition" }),
      ...(typeof judgment === "object" && !isCompatible && { questions: judgment }),
    },
  ];
}

/** Pairs of scalars, such that every JSON value of the second is a value of the first. */
const narrowerScalars: ReadonlySet<string> = new Set(["Float Int", "ID String", "String ID"]);

/**
 * Judges a changed output type: "breaking", or the open questions of the policy that decide. Adding `!` raises no
 * question. Adding null, or a type whose values are a subset of the former ones, raises one.
 */
function judgeOutputType(before: GraphQLOutputType, after: GraphQLOutputType): readonly QuestionId[] | "breaking" {
  const { isEnumType, isListType, isNonNullType, isNamedType } = graphqlLibrary();
  if (isNonNullType(after)) return judgeOutputType(isNonNullType(before) ? before.ofType : before, after.ofType);
  if (isNonNullType(before)) {
    const others = judgeOutputType(before.ofType, after);
    if (others === "breaking") return others;
    return ["null-added-to-response", ...others];
  }
  if (isListType(before) && isListType(after)) return judgeOutputType(before.ofType, after.ofType);
  if (!isNamedType(before) || !isNamedType(after)) return "breaking";
  if (before.name === after.name) return [];
  if (isEnumType(before) && isEnumType(after)) {
    if (haveDistinctValues(before, after)) return "breaking";
    return ["type-changed-safely"];
  }
  const isNarrowed =
    narrowerScalars.has(`${before.name} ${after.name}`) || (before.name === "String" && isEnumType(after));
  if (isNarrowed) return ["type-changed-safely"];
  return "breaking";
}

/** Checks that each enum has a value that the other lacks. */
function haveDistinctValues(before: GraphQLEnumType, after: GraphQLEnumType): boolean {
  const lacks = (type: GraphQLEnumType, other: GraphQLEnumType): boolean =>
    type.getValues().some(({ name }) => !other.getValue(name));
  return lacks(before, after) && lacks(after, before);
}

/** Verdict for a changed input type. A variable of another type is refused, even if its values would be valid. */
function judgeInputType(before: GraphQLInputType, after: GraphQLInputType): Verdict {
  const { isListType, isNonNullType, isNamedType } = graphqlLibrary();
  if (isNonNullType(before)) return judgeInputType(before.ofType, isNonNullType(after) ? after.ofType : after);
  if (isListType(before) && isListType(after)) return judgeInputType(before.ofType, after.ofType);
  if (isNamedType(before) && isNamedType(after) && before.name === after.name) return "non-breaking";
  return "breaking";
}

function defaultValueChanges(place: Coordinate, before: TypedPart, after: TypedPart): GraphqlDifference[] {
  const [was, is] = [before, after].map(defaultText);
  if (was === is || isSameDefault(before, after)) return [];
  const isRemoved = was !== undefined && is === undefined;
  const wasNeeded = isRequired(before);
  const isNeeded = isRequired(after);
  const message = isRemoved
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

/** Checks for equal default values in different notations: `1` and `[1]` for a list, `1` and `1.0` for Float. */
function isSameDefault(before: TypedPart, after: TypedPart): boolean {
  const [was, is] = [before, after].map(coercedDefault);
  return was !== undefined && is !== undefined && isDeepStrictEqual(was, is);
}

/** Default value as resolvers receive it. Undefined if there is none, or it is invalid for the type. */
function coercedDefault({ astNode, type }: TypedPart): unknown {
  if (!astNode || !("defaultValue" in astNode) || !astNode.defaultValue) return undefined;
  try {
    return graphqlLibrary().coerceInputLiteral(astNode.defaultValue, type as GraphQLInputType);
  } catch {
    // In an invalid schema, a default value can contain itself.
    return undefined;
  }
}

/** Text of a default value, with its fields sorted. */
function defaultText({ astNode }: TypedPart): string | undefined {
  if (!astNode || !("defaultValue" in astNode) || !astNode.defaultValue) return undefined;
  const { Kind, print, visit } = graphqlLibrary();
  const sorted = visit(astNode.defaultValue, {
    [Kind.OBJECT]: {
      leave: (node) => ({ ...node, fields: node.fields.toSorted((a, b) => (a.name.value < b.name.value ? -1 : 1)) }),
    },
  });
  return print(sorted);
}

/** Checks that operations must provide an argument or input field. */
export function isRequired(part: TypedPart | undefined): boolean {
  return part !== undefined && graphqlLibrary().isNonNullType(part.type) && defaultText(part) === undefined;
}
