import type { Verdict } from "../model/change.ts";
import { type CompatProfile, clauseOf } from "../profile/compat-profile.ts";
import { type Criterion, questionCriterion } from "../profile/criterion.ts";
import { defaultProfile } from "../profile/default-profile.ts";

/** A verdict, and the criterion that decides it. */
export interface Answer {
  readonly verdict: Verdict;
  readonly criterion: Criterion;
}

/** A case that policies decide in different ways, with the default answer. */
export interface Question {
  readonly verdict: Verdict;
  readonly asks: string;
  /** Reason for the default answer. */
  readonly because: string;
  /** Stricter verdict that `--strict-section9` selects. */
  readonly literal?: Verdict;
}

/** Open questions of a policy, each with its default answer. */
export const questions = {
  "body-field-is-parameter": {
    asks: "Is a field of a request body a request parameter?",
    verdict: "breaking",
    because: "Consumers send it and count on its effect, wherever in the request it stands.",
  },
  "response-field-no-longer-guaranteed": {
    asks: "A field that was always there may now be left out of a response, or of a webhook's payload",
    verdict: "breaking",
    because: "Consumers read it without asking whether it is there.",
  },
  "success-status-changed": {
    asks: "A success is answered with another status",
    verdict: "breaking",
    because: "Consumers tell what was done by the status.",
  },
  "success-status-added": {
    asks: "A further success status is documented",
    verdict: "dangerous",
    because: "The document cannot tell whether requests of the base meet it.",
  },
  "response-value-renamed": {
    asks: "An enum value of a response is withdrawn and another one added at the same place",
    verdict: "breaking",
    because: "Consumers wait for the value that they know, which now goes by another name.",
  },
  "response-value-withdrawn": {
    asks: "An enum value of a response is withdrawn",
    verdict: "non-breaking",
    because: "Consumers merely meet it no more.",
  },
  "closed-response-value-added": {
    asks: "A response may have another value than a `const`, or an enum that the base marks as closed, or the mark is dropped",
    verdict: "breaking",
    because: "The base promised that there would be no more.",
  },
  "union-shape-added": {
    asks: "A response may have a new shape of a type that it had",
    verdict: "dangerous",
    literal: "breaking",
    because: "Whether a type has changed, the document cannot tell.",
  },
  "discriminated-shape-added": {
    asks: "A response may have a new shape, which a further value of its discriminator tells apart",
    verdict: "non-breaking",
    because: "It is a further value of an enum.",
  },
  "null-added-to-response": {
    asks: "A field of a response may now be null",
    verdict: "breaking",
    because: "Consumers read a value of the type that the base gave.",
  },
  "format-added-to-response": {
    asks: "A text of a response, which had no format, now has one",
    verdict: "non-breaking",
    literal: "breaking",
    because: "All that may be sent could be sent before.",
  },
  "error-status-added": {
    asks: "A further error status is documented",
    verdict: "non-breaking",
    because: "It is a scenario of its own, as far as is told.",
  },
  "error-withdrawn": {
    asks: "A documented error is withdrawn, and nothing put in its place",
    verdict: "dangerous",
    literal: "breaking",
    because: "Its scenario may be answered with another code now.",
  },
  "security-narrowed": {
    asks: "Credentials that were enough no longer are",
    verdict: "breaking",
    because: "Requests of the base are refused.",
  },
  "default-changed": {
    asks: "Leaving out what may be left out means something else",
    verdict: "dangerous",
    because: "The document cannot tell whether consumers count on it.",
  },
  "type-changed-safely": {
    asks: "A type or format is changed in the direction that refuses nothing and sends nothing new",
    verdict: "dangerous",
    literal: "breaking",
    because: "It is a change of type, and no consumer breaks.",
  },
  "response-constraint-widened": {
    asks: "What is said of a value of a response beside its type holds no more",
    verdict: "dangerous",
    because: "A strict reader fails on values that the base ruled out.",
  },
  "path-parameter-renamed": {
    asks: "A parameter of a path has another name",
    verdict: "non-breaking",
    literal: "breaking",
    because: "The name is not on the wire.",
  },
  "literal-path-added": {
    asks: "A new path takes requests that a template of the base took",
    verdict: "dangerous",
    because: "The document cannot tell whether the template was ever called with that text.",
  },
  "server-changed": {
    asks: "A server is no longer listed",
    verdict: "dangerous",
    because: "The host may stay reachable, or redirect.",
  },
  "server-version-changed": {
    asks: "A server goes on under another version, and none has the earlier one",
    verdict: "breaking",
    because: "The version is part of the path: what was under the earlier one is gone.",
  },
  "token-source-changed": {
    asks: "A way to get a token, a flow of OAuth or its URL, is no longer listed",
    verdict: "dangerous",
    because: "The document cannot tell who gets tokens that way.",
  },
} as const satisfies Readonly<Record<string, Question>>;

export type QuestionId = keyof typeof questions;

/** An open question with its id, in the words of a profile. */
export interface PolicyQuestion extends Question {
  readonly id: QuestionId;
  /** The clause that leaves it open; null if the profile cites none. */
  readonly section: string | null;
}

/** All open questions, in the order in which they are listed. */
export function policyQuestions(profile: CompatProfile = defaultProfile): readonly PolicyQuestion[] {
  return Object.entries<Question>(questions).map(([id, { asks, verdict, literal, because }]) => ({
    id: id as QuestionId,
    asks,
    verdict,
    section: clauseOf(profile, questionCriterion(id)) ?? null,
    ...(literal !== undefined && { literal }),
    because: profile.because?.[id] ?? because,
  }));
}

/** Answers to the open questions; the defaults for those that are absent. */
export interface Settings {
  readonly answers?: Readonly<Partial<Record<QuestionId, Verdict>>>;
  /** Selects the stricter verdicts. */
  readonly strict?: boolean;
}

/** The answer to an open question. */
export function answerTo(id: QuestionId, { answers = {}, strict = false }: Settings): Answer {
  const { verdict, literal }: Question = questions[id];
  return { verdict: answers[id] ?? (strict ? literal : undefined) ?? verdict, criterion: questionCriterion(id) };
}
