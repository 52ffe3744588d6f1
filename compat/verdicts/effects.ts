import type { Polarity } from "../pairing/nodes/subjects.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { type Answer, type QuestionId, type Settings, answerTo } from "./questions.ts";

/** Effect of an edit on the set of accepted values. "neither": some values are no longer accepted, and others are. */
export type Effect = "grew" | "shrank" | "neither";

/** Subject of an edit. */
export type Concern = "constraint" | "type" | "format" | "null" | "values" | "presence" | "extra" | "shape";

const breaks: Answer = { verdict: "breaking", criterion: principleCriterion("restriction") };
const adds: Answer = { verdict: "non-breaking", criterion: principleCriterion("addition") };
const relaxes: Answer = { verdict: "non-breaking", criterion: principleCriterion("relaxation") };
const further: Answer = { verdict: "non-breaking", criterion: principleCriterion("further-value") };

type Answers = Readonly<Record<Effect, Answer | QuestionId>>;

/**
 * Verdict on an edit, by its subject, the sender of the value, and the effect on the set of values. A provider that
 * accepts fewer values, or sends more, breaks consumers. If policies differ on a case, an open question decides.
 */
const effects: Readonly<Record<Concern, Readonly<Record<Polarity, Answers>>>> = {
  constraint: {
    in: { shrank: breaks, neither: breaks, grew: relaxes },
    out: { shrank: adds, neither: "response-constraint-widened", grew: "response-constraint-widened" },
  },
  type: {
    in: { shrank: breaks, neither: breaks, grew: "type-changed-safely" },
    out: { shrank: "type-changed-safely", neither: breaks, grew: breaks },
  },
  format: {
    in: { shrank: breaks, neither: breaks, grew: "type-changed-safely" },
    out: { shrank: "format-added-to-response", neither: breaks, grew: breaks },
  },
  null: {
    in: { shrank: breaks, neither: breaks, grew: adds },
    out: { shrank: adds, neither: "null-added-to-response", grew: "null-added-to-response" },
  },
  values: {
    in: { shrank: breaks, neither: breaks, grew: further },
    out: { shrank: "response-value-withdrawn", neither: "response-value-renamed", grew: further },
  },
  /** Presence of a part. */
  presence: {
    in: { shrank: breaks, neither: breaks, grew: adds },
    out: {
      shrank: adds,
      neither: "response-field-no-longer-guaranteed",
      grew: "response-field-no-longer-guaranteed",
    },
  },
  /** Unnamed properties. */
  extra: {
    in: { shrank: breaks, neither: breaks, grew: relaxes },
    out: { shrank: adds, neither: adds, grew: adds },
  },
  /** Shape of a union. */
  shape: {
    in: { shrank: breaks, neither: breaks, grew: adds },
    out: { shrank: adds, neither: "union-shape-added", grew: "union-shape-added" },
  },
};

/** The verdict on an edit. */
export function judgeEffect(
  { concern, effect, polarity }: { readonly concern: Concern; readonly effect: Effect; readonly polarity: Polarity },
  settings: Settings,
): Answer {
  const answer = effects[concern][polarity][effect];
  if (typeof answer === "string") return answerTo(answer, settings);
  return answer;
}
