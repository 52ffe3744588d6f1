/** Principles that decide unless an open question does. Each rule has one. */
export const principles = [
  "restriction",
  "addition",
  "relaxation",
  "further-value",
  "guarantee",
  "deprecation",
  "graphql-deprecation",
  "notice",
  "support",
  "version",
] as const;

/**
 * restriction: a part that consumers rely on is refused, removed or of another kind. addition: consumers need not
 * change anything. relaxation: a demand was dropped. further-value: a set of values grew that consumers must expect to grow.
 * guarantee: a promise of the earlier contract is withdrawn. deprecation, graphql-deprecation: an announcement begins,
 * ends or changes. notice: the time between announcement and change. support: the time that an operation is kept after its publication.
 * version: the version that a change needs.
 */
export type Principle = (typeof principles)[number];

/** The part of a compatibility policy that decides: an open question or a principle. */
export interface Criterion {
  readonly kind: "question" | "principle";
  readonly id: string;
}

/** The criterion of an open question's answer. */
export function questionCriterion(id: string): Criterion {
  return { kind: "question", id };
}

/** The criterion of a verdict that follows from a principle. */
export function principleCriterion(id: Principle): Criterion {
  return { kind: "principle", id };
}
