import type { Verdict } from "../model/change.ts";

/** A verdict, and the clause of §9 that gives it. */
export interface Answer {
  readonly verdict: Verdict;
  /** "9.5". */
  readonly section: string;
}

/** Something that §9 leaves open, and how it is answered here. */
export interface Question extends Answer {
  readonly asks: string;
  /** Why it is answered so. */
  readonly because: string;
  /** What the words of §9 say when they are read literally (`--strict-section9`), where that is stricter. */
  readonly literal?: Verdict;
}

/** What §9 leaves open: the settings of the policy, each with its default. */
export const questions = {
  "body-field-is-parameter": {
    asks: "Is a field of a request body a request parameter?",
    verdict: "breaking",
    section: "9.5",
    because: "Consumers send it and count on its effect, wherever in the request it stands.",
  },
  "response-field-no-longer-guaranteed": {
    asks: "A field that was always there may now be left out of a response, or of a webhook's payload",
    verdict: "breaking",
    section: "9.2",
    because: "Consumers read it without asking whether it is there.",
  },
  "success-status-changed": {
    asks: "A success is answered with another status",
    verdict: "breaking",
    section: "9.2",
    because: "Consumers tell what was done by the status.",
  },
  "success-status-added": {
    asks: "A further success status is documented",
    verdict: "dangerous",
    section: "9.2",
    because: "The document cannot tell whether requests of the base meet it.",
  },
  "response-value-renamed": {
    asks: "An enum value of a response is withdrawn and another one added at the same place",
    verdict: "breaking",
    section: "9.5",
    because: "Consumers wait for the value that they know, which now goes by another name.",
  },
  "response-value-withdrawn": {
    asks: "An enum value of a response is withdrawn",
    verdict: "non-breaking",
    section: "9.6",
    because: "Consumers merely meet it no more.",
  },
  "closed-response-value-added": {
    asks: "A response may have another value than a `const`, or an enum that the base marks as closed, or the mark is dropped",
    verdict: "breaking",
    section: "9.2",
    because: "The base promised that there would be no more.",
  },
  "union-shape-added": {
    asks: "A response may have a new shape of a type that it had",
    verdict: "dangerous",
    section: "9.5",
    literal: "breaking",
    because: "Whether a type has changed, the document cannot tell.",
  },
  "discriminated-shape-added": {
    asks: "A response may have a new shape, which a further value of its discriminator tells apart",
    verdict: "non-breaking",
    section: "9.6",
    because: "It is a further value of an enum.",
  },
  "null-added-to-response": {
    asks: "A field of a response may now be null",
    verdict: "breaking",
    section: "9.5",
    because: "Consumers read a value of the type that the base gave.",
  },
  "format-added-to-response": {
    asks: "A text of a response, which had no format, now has one",
    verdict: "non-breaking",
    section: "9.2",
    literal: "breaking",
    because: "All that may be sent could be sent before.",
  },
  "error-status-added": {
    asks: "A further error status is documented",
    verdict: "non-breaking",
    section: "9.2",
    because: "It is a scenario of its own, as far as is told.",
  },
  "error-withdrawn": {
    asks: "A documented error is withdrawn, and nothing put in its place",
    verdict: "dangerous",
    section: "9.5",
    literal: "breaking",
    because: "Its scenario may be answered with another code now.",
  },
  "security-narrowed": {
    asks: "Credentials that were enough no longer are",
    verdict: "breaking",
    section: "9.2",
    because: "Requests of the base are refused.",
  },
  "default-changed": {
    asks: "Leaving out what may be left out means something else",
    verdict: "dangerous",
    section: "9.2",
    because: "The document cannot tell whether consumers count on it.",
  },
  "type-changed-safely": {
    asks: "A type or format is changed in the direction that refuses nothing and sends nothing new",
    verdict: "dangerous",
    section: "9.5",
    literal: "breaking",
    because: "The words of §9.5 name it, and no consumer breaks.",
  },
  "response-constraint-widened": {
    asks: "What is said of a value of a response beside its type holds no more",
    verdict: "dangerous",
    section: "9.2",
    because: "A strict reader fails on values that the base ruled out.",
  },
  "path-parameter-renamed": {
    asks: "A parameter of a path has another name",
    verdict: "non-breaking",
    section: "9.5",
    literal: "breaking",
    because: "The name is not on the wire.",
  },
  "literal-path-added": {
    asks: "A new path takes requests that a template of the base took",
    verdict: "dangerous",
    section: "9.2",
    because: "The document cannot tell whether the template was ever called with that text.",
  },
  "server-changed": {
    asks: "A server is no longer listed",
    verdict: "dangerous",
    section: "9.2",
    because: "§9 does not speak of hosts.",
  },
  "server-version-changed": {
    asks: "A server goes on under another version, and none has the earlier one",
    verdict: "breaking",
    section: "9.5",
    because: "Versions are prefixes of paths (§9.1): what was under the earlier one is gone.",
  },
  "token-source-changed": {
    asks: "A way to get a token, a flow of OAuth or its URL, is no longer listed",
    verdict: "dangerous",
    section: "9.2",
    because: "§9 does not speak of it, and tokens are got by hand where it is not used (§5.1).",
  },
} as const satisfies Readonly<Record<string, Question>>;

export type QuestionId = keyof typeof questions;

/** A question with its name. */
export interface PolicyQuestion extends Question {
  readonly id: QuestionId;
}

/** All that §9 leaves open, in the order in which it is told. */
export const policyQuestions: readonly PolicyQuestion[] = Object.entries(questions).map(([id, question]) => ({
  id: id as QuestionId,
  ...question,
}));

/** How the open questions are answered: by their defaults where nothing else is set. */
export interface Settings {
  readonly answers?: Readonly<Partial<Record<QuestionId, Verdict>>>;
  /** Reads the words of §9 literally wherever the defaults are milder. */
  readonly strict?: boolean;
}

/** The answer to an open question. */
export function answerTo(id: QuestionId, { answers = {}, strict = false }: Settings): Answer {
  const { verdict, section, literal }: Question = questions[id];
  return { verdict: answers[id] ?? (strict ? literal : undefined) ?? verdict, section };
}
