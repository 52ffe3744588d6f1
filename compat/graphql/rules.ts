import type { ChangeKind, Direction, Verdict } from "../model/change.ts";
import { valueRemovedAdvice } from "../rules/support/advice.ts";
import type { RuleTraits } from "../rules/support/traits.ts";
import type { QuestionId } from "../verdicts/questions.ts";
import { lifeRules } from "./life-rules.ts";

/** Judges a change of a GraphQL schema. graphql-js finds it, or `kept.ts`; a rule says what it means. */
export interface GraphqlRule extends RuleTraits {
  readonly id: string;
  readonly kind: ChangeKind;
  readonly verdict: Verdict;
  /** The open question that decides, where a difference says nothing else: the verdict is its default. */
  readonly question?: QuestionId;
  /** Absent where it is what the type is used for that tells. */
  readonly direction?: Direction;
  /** The rule that reports the same edit read backwards. */
  readonly mirror: string;
  /** One sentence for the reader of a changelog. */
  readonly why: string;
  /** Whether removing such a part is breaking by name, even where it takes no operation to prove it. */
  readonly isNamed?: boolean;
}

const named = { isNamed: true } as const;
const breaking = { verdict: "breaking" } as const;
const dangerous = { verdict: "dangerous" } as const;
const otherwise = { ...dangerous, question: "default-changed" } as const;
const shaped = { verdict: "dangerous", question: "union-shape-added" } as const;
const additive = { verdict: "non-breaking" } as const;
const operation = { direction: "operation" } as const;
const request = { direction: "request" } as const;
const response = { direction: "response" } as const;
const withdrawn = { kind: "removed", ...breaking } as const;
const added = { kind: "added", ...additive } as const;

const catalogue = {
  "graphql-schema-removed": {
    ...withdrawn,
    ...operation,
    ...named,
    principle: "restriction",
    mirror: "graphql-schema-added",
    why: "No operation of the earlier schema is answered any more.",
  },
  "graphql-schema-added": {
    ...added,
    ...operation,
    principle: "addition",
    mirror: "graphql-schema-removed",
    why: "No consumer of the earlier schema knows it.",
  },
  "graphql-root-removed": {
    ...withdrawn,
    ...operation,
    ...named,
    principle: "restriction",
    mirror: "graphql-root-added",
    why: "Operations of this kind are refused.",
  },
  "graphql-root-added": {
    ...added,
    ...operation,
    principle: "addition",
    mirror: "graphql-root-removed",
    why: "Operations of this kind are new: those of the earlier schema stay as they are.",
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
    ...withdrawn,
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
    why: "Objects, interfaces, unions and plain values are selected, and answered, in different ways.",
  },
  "graphql-field-removed": {
    ...withdrawn,
    ...response,
    ...named,
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
    why: "Consumers read values of the type that the earlier schema gave, and count on those that are never null.",
  },
  "graphql-argument-removed": {
    ...withdrawn,
    ...request,
    ...named,
    principle: "restriction",
    part: "graphql-member",
    mirror: "graphql-argument-added",
    why: "Operations that give the argument are refused as a whole.",
  },
  "graphql-argument-added": {
    ...added,
    ...request,
    principle: "addition",
    mirror: "graphql-argument-removed",
    why: "Operations of the earlier schema do not give the argument: they stay valid unless it is required.",
  },
  "graphql-argument-type-changed": {
    kind: "changed",
    ...breaking,
    ...request,
    principle: "restriction",
    demandsOfCaller: "by-type",
    mirror: "graphql-argument-type-changed",
    why: "Variables are declared with the type that the earlier schema gave.",
  },
  "graphql-argument-default-changed": {
    kind: "changed",
    ...otherwise,
    ...request,
    principle: "guarantee",
    quotesValues: true,
    demandsOfCaller: "by-type",
    mirror: "graphql-argument-default-changed",
    why: "Operations that leave it out now mean something else.",
  },
  "graphql-input-field-removed": {
    ...withdrawn,
    ...request,
    ...named,
    principle: "restriction",
    part: "graphql-member",
    mirror: "graphql-input-field-added",
    why: "Operations that give the field are refused as a whole.",
  },
  "graphql-input-field-added": {
    ...added,
    ...request,
    principle: "addition",
    mirror: "graphql-input-field-removed",
    why: "Operations of the earlier schema do not give the field: they stay valid unless it is required.",
  },
  "graphql-input-field-type-changed": {
    kind: "changed",
    ...breaking,
    ...request,
    principle: "restriction",
    demandsOfCaller: "by-type",
    mirror: "graphql-input-field-type-changed",
    why: "Consumers write values of the type that the earlier schema gave.",
  },
  "graphql-input-field-default-changed": {
    kind: "changed",
    ...otherwise,
    ...request,
    principle: "guarantee",
    quotesValues: true,
    demandsOfCaller: "by-type",
    mirror: "graphql-input-field-default-changed",
    why: "Operations that leave it out now mean something else.",
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
    why: "Objects with one field are taken as before.",
  },
  "graphql-enum-value-removed": {
    ...withdrawn,
    principle: "restriction",
    part: "graphql-member",
    advice: valueRemovedAdvice,
    mirror: "graphql-enum-value-added",
    why: "A value that the provider took is refused; one that it sent goes under another name when others appear with it.",
  },
  "graphql-enum-value-added": {
    kind: "added",
    verdict: "non-breaking",
    principle: "further-value",
    mirror: "graphql-enum-value-removed",
    why: "Consumers must be prepared for additional enum values, and may send those they know.",
  },
  "graphql-union-member-removed": {
    ...withdrawn,
    ...response,
    principle: "restriction",
    mirror: "graphql-union-member-added",
    why: "Fragments on the member are refused.",
  },
  "graphql-union-member-added": {
    kind: "added",
    ...shaped,
    ...response,
    principle: "restriction",
    mirror: "graphql-union-member-removed",
    why: "Consumers meet objects of a type that they have no fragment for.",
  },
  "graphql-interface-removed": {
    ...withdrawn,
    ...response,
    principle: "restriction",
    mirror: "graphql-interface-added",
    why: "Fragments that join the type and the interface are refused.",
  },
  "graphql-interface-added": {
    kind: "added",
    ...shaped,
    ...response,
    principle: "restriction",
    mirror: "graphql-interface-removed",
    why: "Where the interface is asked for, consumers meet objects of a type that they have no fragment for.",
  },
  "graphql-directive-removed": {
    ...withdrawn,
    ...request,
    principle: "restriction",
    mirror: "graphql-directive-added",
    why: "Operations that carry the directive are refused.",
  },
  "graphql-directive-added": {
    ...added,
    ...request,
    principle: "addition",
    mirror: "graphql-directive-removed",
    why: "No operation of the earlier schema carries it.",
  },
  "graphql-directive-location-removed": {
    ...withdrawn,
    ...request,
    principle: "restriction",
    mirror: "graphql-directive-location-added",
    why: "Operations that carry the directive there are refused.",
  },
  "graphql-directive-location-added": {
    ...added,
    ...request,
    principle: "addition",
    mirror: "graphql-directive-location-removed",
    why: "Operations of the earlier schema carry the directive in other places.",
  },
  "graphql-directive-repeatable-removed": {
    kind: "changed",
    ...breaking,
    ...request,
    principle: "restriction",
    mirror: "graphql-directive-repeatable-added",
    why: "Operations that carry the directive twice at one place are refused.",
  },
  "graphql-directive-repeatable-added": {
    kind: "changed",
    ...additive,
    ...request,
    principle: "addition",
    mirror: "graphql-directive-repeatable-removed",
    why: "Operations of the earlier schema carry the directive once at a place.",
  },
  ...lifeRules,
  "graphql-applied-directives-changed": {
    kind: "changed",
    ...dangerous,
    principle: "guarantee",
    quotesValues: true,
    mirror: "graphql-applied-directives-changed",
    why: "What a directive does to the part that it stands at, a schema does not say: it may ask for other rights.",
  },
  "graphql-stated-became-assumed": {
    kind: "changed",
    verdict: "breaking",
    ...operation,
    ...named,
    principle: "guarantee",
    mirror: "graphql-assumed-became-stated",
    why: "What the specification states is held to the policy: a marker does not take it out.",
  },
  "graphql-assumed-became-stated": {
    kind: "changed",
    ...additive,
    ...operation,
    principle: "addition",
    mirror: "graphql-stated-became-assumed",
    why: "What was a guess is shown by the specification now.",
  },
} as const satisfies Readonly<Record<string, Omit<GraphqlRule, "id">>>;

export type GraphqlRuleId = keyof typeof catalogue;

/** Every rule for GraphQL schemas. */
export const graphqlRules: readonly GraphqlRule[] = Object.entries(catalogue).map(([id, rest]) => ({ id, ...rest }));

export function graphqlRule(id: GraphqlRuleId): GraphqlRule {
  return { id, ...catalogue[id] };
}
