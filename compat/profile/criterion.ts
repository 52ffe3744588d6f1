/** Principles that decide where neither a single rule nor an open question does. */
export const principles = ["restriction", "addition", "relaxation", "further-value", "notice", "support"] as const;

/**
 * restriction: something that consumers rely on is refused, gone or of another kind. addition: consumers may go on as
 * before. relaxation: a demand was dropped. further-value: a set of values grew that consumers must expect to grow.
 * notice: the time between announcement and change. support: the time that an operation is kept after its publication.
 */
export type Principle = (typeof principles)[number];

/** The part of a compatibility policy that decides: a rule, an open question or a principle. */
export interface Criterion {
  readonly kind: "rule" | "question" | "principle";
  readonly id: string;
}

/** The criterion of a rule's own verdict. */
export function ruleCriterion(id: string): Criterion {
  return { kind: "rule", id };
}

/** The criterion of an open question's answer. */
export function questionCriterion(id: string): Criterion {
  return { kind: "question", id };
}

/** The criterion of what follows from a principle. */
export function principleCriterion(id: Principle): Criterion {
  return { kind: "principle", id };
}
