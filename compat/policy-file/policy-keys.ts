import { graphqlRules } from "../graphql/rules.ts";
import { verdicts } from "../model/change.ts";
import { principles } from "../profile/criterion.ts";
import { presetNames } from "../profile/preset-names.ts";
import { severities } from "../profile/severity.ts";
import { rules } from "../rules/index.ts";
import { oasdiffIds } from "../rules/support/oasdiff-ids.ts";
import { type Question, questions } from "../verdicts/questions.ts";
import type { Policy } from "./policy.ts";
import {
  type Shape,
  defined,
  described,
  createDictionaryShape,
  createChoiceShape,
  flag,
  createItemsShape,
  createMapShape,
  nothing,
  createWordShape,
  createRecordShape,
  text,
  webAddress,
  wholeNumber,
} from "./shape.ts";

/** A key of a policy, for the parser, the JSON Schema and the reference. */
export interface PolicyKey {
  readonly shape: Shape;
  readonly about: string;
  /** Value in one line of YAML. */
  readonly example: string;
}

/** Most months of a period, and most days of a waiver. */
const LIMITS = { months: 600, days: 3660 };

const periodForms = "{ months: NUMBER } or none";
const reasonForms = "any, a list of reasons, or a map of reasons to { days: NUMBER }";

const period = createChoiceShape(
  {
    string: createWordShape(["none"], periodForms),
    object: requiring(
      "months",
      createRecordShape({ months: wholeNumber(1, LIMITS.months) }, { key: "unit", content: "months" }),
    ),
  },
  periodForms,
);

const terms = createChoiceShape(
  {
    object: createRecordShape({ days: wholeNumber(1, LIMITS.days) }, { key: "term", content: "terms" }),
    null: nothing,
  },
  "{ days: NUMBER }",
);

/** Shapes that the JSON Schema has once. */
export const sharedShapes = { severity: createWordShape(severities), verdict: createWordShape(verdicts) };

const verdict = defined("verdict", sharedShapes.verdict);

const answers = Object.fromEntries(
  Object.entries<Question>(questions).map(([id, { asks }]) => [id, described(`${asks}.`.replace("?.", "?"), verdict)]),
);

const severity = defined("severity", sharedShapes.severity);

const clause = {
  questions: createRecordShape(Object.fromEntries(Object.keys(questions).map((id) => [id, text])), {
    key: "question",
    content: "questions to clauses",
  }),
  principles: createRecordShape(Object.fromEntries(principles.map((id) => [id, text])), {
    key: "principle",
    content: "principles to clauses",
  }),
  names: createMapShape(text),
  links: createMapShape(webAddress),
};

/** All keys of a policy, in the order of the reference. */
export const policyKeys: Readonly<Record<keyof Policy, PolicyKey>> = {
  extends: {
    shape: createWordShape(presetNames),
    about: "Policy that this one changes. Default: the one that applies without this policy",
    example: "semver",
  },
  name: {
    shape: text,
    about: "Name in reports. Default: the file, or that of the extended policy if only questions are answered",
    example: "shop",
  },
  rules: {
    shape: createRecordShape(
      Object.fromEntries([...rules, ...graphqlRules].map(({ id, why }) => [id, described(why, severity)])),
      { key: "rule", content: "rules to severities" },
    ),
    about: `Severities of rules: ${severities.join(", ")}`,
    example: "{ pattern-changed: warning }",
  },
  oasdiff: {
    shape: createDictionaryShape([...oasdiffIds].toSorted(), severity, {
      key: "check of oasdiff",
      content: "checks of oasdiff to severities",
    }),
    about:
      "Severities of changes by their ids in oasdiff, with precedence over rules. concord compat convert-oasdiff writes them",
    example: "{ api-security-removed: breaking }",
  },
  answers: {
    shape: createRecordShape(answers, { key: "question", content: "questions to verdicts" }),
    about: `Answers to open questions: ${verdicts.join(", ")}. Questions may also be at the top of the file`,
    example: "{ default-changed: breaking }",
  },
  strict: {
    shape: flag,
    about: "Stricter answers to the questions without an answer here, as with --strict-policy",
    example: "true",
  },
  majorVersion: {
    shape: flag,
    about:
      "A breaking change is allowed only with a higher major version of info.version, or minor one while the major one is 0. An addition needs a higher minor version, or patch version while the major one is 0",
    example: "true",
  },
  enums: {
    shape: createWordShape(["open", "closed"]),
    about:
      "closed: a further value of a response enum is dangerous, unless the document says that values may be added. open: it is non-breaking",
    example: "open",
  },
  notice: {
    shape: period,
    about: "Time between the announcement of a breaking change and its effect, or none",
    example: "{ months: 6 }",
  },
  support: {
    shape: period,
    about: "Time that an operation is supported after its publication, or none. It needs a notice",
    example: "{ months: 12 }",
  },
  waiverReasons: {
    shape: createChoiceShape(
      { string: createWordShape(["any"], reasonForms), array: createItemsShape(text), object: createMapShape(terms) },
      reasonForms,
    ),
    about: "Reasons that a waiver may have, as a list or with the most days that it may last, or any",
    example: "{ security: { days: 30 }, unused: {} }",
  },
  clauses: {
    shape: createRecordShape(clause, { key: "part of clauses", content: "questions, principles, names and links" }),
    about:
      "Clauses of your guidelines that reports cite: by question and by principle, with names and links of the clauses",
    example: "{ principles: { restriction: API-4 }, names: { API-4: Remove nothing } }",
  },
};

/** Shape of a whole policy. Questions may be at its top. */
export const policyShape: Shape = createRecordShape(
  {
    ...Object.fromEntries(
      Object.entries(policyKeys).map(([name, { shape, about }]) => [name, described(`${about}.`, shape)]),
    ),
    ...answers,
  },
  { key: "key or question", content: "keys or questions" },
);

/** A shape whose member is required. */
function requiring(name: string, shape: Shape): Shape {
  return {
    schema: { ...shape.schema, required: [name] },
    faultOf: (value, tokens) =>
      shape.faultOf(value, tokens) ??
      (Object.hasOwn(value as object, name) ? undefined : { tokens, reason: `${tokens.join(".")} has no ${name}` }),
  };
}
