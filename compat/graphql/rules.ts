import type { ChangeKind, Direction, Verdict } from "../model/change.ts";
import { valueRemovedAdvice } from "../rules/support/advice.ts";
import type { RuleTraits } from "../rules/support/traits.ts";
import type { QuestionId } from "../verdicts/questions.ts";
import { deprecationRules } from "./deprecation-rules.ts";

/** Judges a difference between GraphQL schemas. */
export interface GraphqlRule extends RuleTraits {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly verdict: Verdict;
  /** Open question of the policy that decides by default; the verdict is its default answer. */
  readonly question?: QuestionId;
  /** Absent if it depends on the uses of the type. */
  readonly direction?: Direction;
  /** Rule that reports the reverse edit. */
  readonly mirror: string;
  /** One sentence for the reader of a changelog. */
  readonly why: string;
}

const breaking = { verdict: "breaking" } as const;
const dangerous = { verdict: "dangerous" } as const;
const defaultChanged = { ...dangerous, question: "default-changed" } as const;
const shapeAdded = { verdict: "dangerous", question: "union-shape-added" } as const;
const additive = { verdict: "non-breaking" } as const;
const operation = { direction: "operation" } as const;
const request = { direction: "request" } as const;
const response = { direction: "response" } as const;
const removed = { kind: "removed", ...breaking } as const;
const added = { kind: "added", ...additive } as const;

const catalogue = {
  "graphql-schema-removed": {
    ...removed,
    ...operation,
    principle: "restriction",
    mirror: "graphql-schema-added",
    why: "The provider no longer responds to operations of the earlier schema.",
  },
  "graphql-schema-added": {
    ...added,
    ...operation,
    principle: "addition",
    mirror: "graphql-schema-removed",
    why: "No consumer of the earlier schema uses it.",
  },
  "graphql-root-removed": {
    ...removed,
    ...operation,
    principle: "restriction",
    mirror: "graphql-root-added",
    why: "Operations of this kind are refused.",
  },
  "graphql-root-added": {
    ...added,
    ...operation,
    principle: "addition",
    mirror: "graphql-root-removed",
    why: "Operations of this kind are new. Operations of the earlier schema stay valid.",
  },
  "graphql-root-changed": {
    kind: "changed",
    ...breaking,
    ...operation,
    principle: "restriction",
    mirror: "graphql-root-changed",
    why: "Fragments on the root of the earlier schema, and fields that only it has, are refused.",
  },
  "graphql-type-removed": {
    ...removed,
    principle: "restriction",
    part: "graphql-member",
    mirror: "graphql-type-added",
    why: "Fragments and variables of the type are refused.",
  },
  "graphql-type-added": {
    ...added,
    principle: "addition",
    mirror: "graphql-type-removed",
    why: "No operation of the earlier schema names it.",
  },
  "graphql-type-kind-changed": {
    kind: "changed",
    ...breaking,
    principle: "restriction",
    mirror: "graphql-type-kind-changed",
    why: "Objects, interfaces, unions and scalars are selected and returned in different ways.",
  },
  "graphql-field-removed": {
    ...removed,
    ...response,
    principle: "restriction",
    part: "graphql-member",
    mirror: "graphql-field-added",
    why: "Operations that select the field are refused as a whole.",
  },
  "graphql-field-added": {
    ...added,
    ...response,
    principle: "addition",
    mirror: "graphql-field-removed",
    why: "A consumer gets only the fields that it selects.",
  },
  "graphql-field-type-changed": {
    kind: "changed",
    ...breaking,
    ...response,
    principle: "restriction",
    mirror: "graphql-field-type-changed",
    why: "Consumers read values of the earlier type, and rely on fields that are never null.",
  },
  "graphql-argument-removed": {
    ...removed,
    ...request,
    principle: "restriction",
    part: "graphql-member",
    mirror: "graphql-argument-added",
    why: "Operations with the argument are refused as a whole.",
  },
  "graphql-argument-added": {
    ...added,
    ...request,
    principle: "addition",
    mirror: "graphql-argument-removed",
    why: "Operations of the earlier schema do not have the argument: they stay valid unless it is required.",
  },
  "graphql-argument-type-changed": {
    kind: "changed",
    ...breaking,
    ...request,
    principle: "restriction",
    demandsOfCaller: "by-type",
    mirror: "graphql-argument-type-changed",
    why: "Variables are declared with the earlier type.",
  },
  "graphql-argument-default-changed": {
    kind: "changed",
    ...defaultChanged,
    ...request,
    principle: "guarantee",
    quotesValues: true,
    demandsOfCaller: "by-type",
    mirror: "graphql-argument-default-changed",
    why: "Operations without the value may have another effect now.",
  },
  "graphql-input-field-removed": {
    ...removed,
    ...request,
    principle: "restriction",
    part: "graphql-member",
    mirror: "graphql-input-field-added",
    why: "Operations with the field are refused as a whole.",
  },
  "graphql-input-field-added": {
    ...added,
    ...request,
    principle: "addition",
    mirror: "graphql-input-field-removed",
    why: "Operations of the earlier schema do not have the field: they stay valid unless it is required.",
  },
  "graphql-input-field-type-changed": {
    kind: "changed",
    ...breaking,
    ...request,
    principle: "restriction",
    demandsOfCaller: "by-type",
    mirror: "graphql-input-field-type-changed",
    why: "Consumers write values of the earlier type.",
  },
  "graphql-input-field-default-changed": {
    kind: "changed",
    ...defaultChanged,
    ...request,
    principle: "guarantee",
    quotesValues: true,
    demandsOfCaller: "by-type",
    mirror: "graphql-input-field-default-changed",
    why: "Operations without the value may have another effect now.",
  },
  "graphql-one-of-added": {
    kind: "changed",
    ...breaking,
    ...request,
    principle: "restriction",
    mirror: "graphql-one-of-removed",
    why: "Objects with no field, or with several, are refused.",
  },
  "graphql-one-of-removed": {
    kind: "changed",
    ...additive,
    ...request,
    principle: "addition",
    mirror: "graphql-one-of-added",
    why: "Objects with one field are accepted as before.",
  },
  "graphql-enum-value-removed": {
    ...removed,
    principle: "restriction",
    part: "graphql-member",
    advice: valueRemovedAdvice,
    mirror: "graphql-enum-value-added",
    why: "A value that the provider accepted is refused. If other values were added, a value that it returned may have a new name.",
  },
  "graphql-enum-value-added": {
    kind: "added",
    verdict: "non-breaking",
    principle: "further-value",
    mirror: "graphql-enum-value-removed",
    why: "Consumers must handle additional enum values, and may still send the known ones.",
  },
  "graphql-union-member-removed": {
    ...removed,
    ...response,
    principle: "restriction",
    mirror: "graphql-union-member-added",
    why: "Fragments on the member are refused.",
  },
  "graphql-union-member-added": {
    kind: "added",
    ...shapeAdded,
    ...response,
    principle: "restriction",
    mirror: "graphql-union-member-removed",
    why: "Consumers receive objects of a type for which they have no fragment.",
  },
  "graphql-interface-removed": {
    ...removed,
    ...response,
    principle: "restriction",
    mirror: "graphql-interface-added",
    why: "Fragments that combine the type and the interface are refused.",
  },
  "graphql-interface-added": {
    kind: "added",
    ...shapeAdded,
    ...response,
    principle: "restriction",
    mirror: "graphql-interface-removed",
    why: "Fields with the interface type can return objects for which consumers have no fragment.",
  },
  "graphql-directive-removed": {
    ...removed,
    ...request,
    principle: "restriction",
    mirror: "graphql-directive-added",
    why: "Operations with the directive are refused.",
  },
  "graphql-directive-added": {
    ...added,
    ...request,
    principle: "addition",
    mirror: "graphql-directive-removed",
    why: "No operation of the earlier schema contains the directive.",
  },
  "graphql-directive-location-removed": {
    ...removed,
    ...request,
    principle: "restriction",
    mirror: "graphql-directive-location-added",
    why: "Operations with the directive at this location are refused.",
  },
  "graphql-directive-location-added": {
    ...added,
    ...request,
    principle: "addition",
    mirror: "graphql-directive-location-removed",
    why: "Operations of the earlier schema use the directive at other locations only.",
  },
  "graphql-directive-repeatable-removed": {
    kind: "changed",
    ...breaking,
    ...request,
    principle: "restriction",
    mirror: "graphql-directive-repeatable-added",
    why: "Operations that repeat the directive at one location are refused.",
  },
  "graphql-directive-repeatable-added": {
    kind: "changed",
    ...additive,
    ...request,
    principle: "addition",
    mirror: "graphql-directive-repeatable-removed",
    why: "Operations of the earlier schema use the directive once at each location.",
  },
  ...deprecationRules,
  "graphql-applied-directives-changed": {
    kind: "changed",
    ...dangerous,
    principle: "guarantee",
    quotesValues: true,
    mirror: "graphql-applied-directives-changed",
    why: "A schema does not define the effect of a directive: it can require other permissions, for example.",
  },
  "graphql-stated-became-assumed": {
    kind: "changed",
    verdict: "breaking",
    ...operation,
    principle: "guarantee",
    mirror: "graphql-assumed-became-stated",
    why: "The policy applies to parts that the specification states: a marker does not exempt them.",
  },
  "graphql-assumed-became-stated": {
    kind: "changed",
    ...additive,
    ...operation,
    principle: "addition",
    mirror: "graphql-stated-became-assumed",
    why: "The specification now states a part that was assumed.",
  },
} as const satisfies Readonly<Record<string, Omit<GraphqlRule, "id">>>;

export type GraphqlRuleId = keyof typeof catalogue;

/** Every rule for GraphQL schemas. */
export const graphqlRules: readonly GraphqlRule[] = Object.entries(catalogue).map(([id, rest]) => ({ id, ...rest }));

export function graphqlRule(id: GraphqlRuleId): GraphqlRule {
  return { id, ...catalogue[id] };
}
