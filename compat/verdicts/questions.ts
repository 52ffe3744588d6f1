import { ToolError, nearestHint, omitUndefined } from "../../contracts/index.ts";
import type { Verdict } from "../model/change.ts";
import { type CompatProfile, findClause } from "../profile/compat-profile.ts";
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
  /** Stricter verdict that `--strict-policy` selects. */
  readonly literal?: Verdict;
}

/** Open questions of a policy, each with its default answer. */
export const questions = {
  "body-field-is-parameter": {
    asks: "Is a field of a request body a request parameter?",
    verdict: "breaking",
    because: "Consumers send it and rely on its effect, wherever in the request it is.",
  },
  "response-field-no-longer-guaranteed": {
    asks: "A field that was always present may now be missing from a response, or from the payload of a webhook",
    verdict: "breaking",
    because: "Consumers read it without a check for its presence.",
  },
  "success-status-changed": {
    asks: "A success has another status",
    verdict: "breaking",
    because: "Consumers recognize the result of a request by its status.",
  },
  "success-status-added": {
    asks: "A further success status is documented",
    verdict: "dangerous",
    because: "The document does not show whether requests of the base receive it.",
  },
  "response-value-renamed": {
    asks: "An enum value of a response is removed, and another one is added at the same place",
    verdict: "breaking",
    because: "Consumers expect the value that they know, which now has another name.",
  },
  "response-value-withdrawn": {
    asks: "An enum value of a response is removed",
    verdict: "non-breaking",
    because: "Consumers no longer receive it.",
  },
  "response-value-added": {
    asks: "A response may have a further value of an enum that does not say that values may be added",
    verdict: "dangerous",
    because: "Generated clients and exhaustive switches refuse a value that they do not know.",
  },
  "closed-response-value-added": {
    asks: "A response may have a value other than its `const` or its closed enum, or the enum is no longer marked as closed",
    verdict: "breaking",
    because: "The base promised that there are no other values.",
  },
  "union-shape-added": {
    asks: "A response may have a new shape of a type that it had",
    verdict: "dangerous",
    literal: "breaking",
    because: "The document cannot tell whether this is a change of type.",
  },
  "shape-without-guaranteed-field": {
    asks: "A response may have a new shape without a field that every earlier shape had",
    verdict: "breaking",
    because: "Consumers read it without a check for its presence.",
  },
  "discriminated-shape-added": {
    asks: "A response may have a new shape with a further value of its discriminator",
    verdict: "non-breaking",
    because: "A further discriminator value counts as a further enum value.",
  },
  "null-added-to-response": {
    asks: "A field of a response may now be null",
    verdict: "breaking",
    because: "Consumers read a value of the type that the base gave.",
  },
  "format-added-to-response": {
    asks: "A text of a response had no format and now has one",
    verdict: "non-breaking",
    literal: "breaking",
    because: "Every value that may be sent could be sent before.",
  },
  "error-status-added": {
    asks: "A further error status is documented",
    verdict: "non-breaking",
    because: "A further error status normally describes a new error scenario.",
  },
  "error-withdrawn": {
    asks: "A documented error is removed without a replacement",
    verdict: "dangerous",
    literal: "breaking",
    because: "The same error may have another status code now.",
  },
  "security-narrowed": {
    asks: "Credentials that were enough are no longer enough",
    verdict: "breaking",
    because: "Requests of the base are refused.",
  },
  "default-changed": {
    asks: "The default of an optional value changes",
    verdict: "dangerous",
    because: "The document does not show whether consumers rely on it.",
  },
  "type-changed-safely": {
    asks: "A type or format changes so that no value is refused and no new value is sent",
    verdict: "dangerous",
    literal: "breaking",
    because: "It is a change of type, and no consumer breaks.",
  },
  "response-constraint-widened": {
    asks: "A constraint of a value in a response, other than its type, no longer applies",
    verdict: "dangerous",
    because: "A strict client fails on values that the base excluded.",
  },
  "path-parameter-renamed": {
    asks: "A path parameter has another name",
    verdict: "non-breaking",
    literal: "breaking",
    because: "The name is not part of the URL.",
  },
  "literal-path-added": {
    asks: "A new path matches requests that a template of the base matched",
    verdict: "dangerous",
    because: "The document cannot tell whether requests had this text in the path.",
  },
  "server-changed": {
    asks: "A server is no longer listed",
    verdict: "dangerous",
    because: "The host may stay reachable, or redirect.",
  },
  "server-version-changed": {
    asks: "A server has another version in its URL, and no server has the earlier one",
    verdict: "breaking",
    because: "The version is part of the path: paths below the earlier one are removed.",
  },
  "token-source-changed": {
    asks: "An OAuth flow, or the URL of its token endpoint, is no longer listed",
    verdict: "dangerous",
    because: "The document does not show whether consumers use it.",
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
  const settings = settingsWith(profile, {});
  return Object.entries<Question>(questions).map(([id, { asks, literal, because }]) =>
    omitUndefined({
      id: id as QuestionId,
      asks,
      verdict: answerTo(id as QuestionId, settings).verdict,
      section: findClause(profile, questionCriterion(id)) ?? null,
      literal,
      because: profile.because?.[id] ?? because,
    }),
  );
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

/**
 * Settings of a comparison with the answers of a profile for the other questions.
 * @throws ToolError "invalid-config" for a question that does not exist.
 */
export function settingsWith({ name, answers, strict, enums }: CompatProfile, settings: Settings): Settings {
  if (answers === undefined && strict === undefined && enums === undefined) return settings;
  const unknown = Object.keys(answers ?? {}).find((id) => !Object.hasOwn(questions, id));
  if (unknown !== undefined) {
    const near = nearestHint(unknown, Object.keys(questions));
    const message = `Cannot use the answers of the policy "${name}": there is no question "${unknown}"${near}`;
    throw new ToolError("invalid-config", message, { hint: "concord compat policy lists the questions" });
  }
  const ofEnums = enums === "open" ? ({ "response-value-added": "non-breaking" } as const) : {};
  return {
    strict: (settings.strict ?? false) || (strict ?? false),
    answers: { ...ofEnums, ...answers, ...settings.answers },
  };
}
