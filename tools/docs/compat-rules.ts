import { graphqlRules } from "../../compat/graphql/rules.ts";
import { findWorst } from "../../compat/model/change.ts";
import type { Subjects } from "../../compat/pairing/nodes/subjects.ts";
import { rules } from "../../compat/rules/index.ts";
import type { AnyRule, OasdiffId } from "../../compat/rules/support/rule.ts";
import { judgeEffect } from "../../compat/verdicts/effects.ts";
import { policyQuestions } from "../../compat/index.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import { type Page, code, page, table } from "./markdown.ts";

/** Text in the column "judges", by the kind of pair that a rule judges. */
const subjects: Readonly<Record<keyof Subjects, string>> = {
  api: "operation",
  operation: "operation",
  delivery: "webhook",
  marked: "both",
  request: "request",
  parameter: "request",
  part: "request",
  xml: "both",
  content: "both",
  responses: "response",
  headers: "response",
  union: "both",
  overlap: "both",
  schema: "both",
  requestSchema: "request",
  responseSchema: "response",
};

export function compatRulesPage(): Page {
  const head = ["rule", "why", "judges", "verdict", "oasdiff", "platform"];
  return page(
    "reference/compat-rules.md",
    "Compatibility rules",
    [
      "Each change in a report of `concord compat` names its rule. The verdict here is the worst that the rule gives; two verdicts are those for a request and for a response.",
      "The column `oasdiff` has the id of the same change in oasdiff; `{part}` is the place, such as `request-property`. The column `platform` has the clause that the profile `platform` cites; the default profile cites none.",
      "## OpenAPI",
      table(
        head,
        rules.map((rule: AnyRule) =>
          row({ ...rule, verdict: verdictsOf(rule) }, subjects[rule.on], idsOf(rule.oasdiff)),
        ),
      ),
      "## GraphQL",
      table(
        head,
        graphqlRules.map((rule) => row(rule, rule.direction ?? "both", "")),
      ),
      "## Open questions of the policy",
      "A policy may decide these questions in more than one way. `--policy FILE` answers them otherwise, and `--strict-policy` selects the literal answers.",
      table(
        ["question", "default", "literal", "asks"],
        policyQuestions(platformCompat).map(({ id, verdict, literal = "", asks }) => [
          code(id),
          verdict,
          literal,
          asks,
        ]),
      ),
    ],
    { isWide: true },
  );
}

function row(
  { id, verdict, principle, why }: Pick<AnyRule, "id" | "principle" | "why"> & { readonly verdict: string },
  about: string,
  ids: string,
) {
  return [code(id), why, about, verdict, ids, `§${platformCompat.clauses?.principles[principle]}`];
}

/** Worst verdict of a rule; one for requests and one for responses if these differ. */
function verdictsOf({ concern, effects = ["grew", "shrank", "neither"], verdict }: AnyRule): string {
  if (!concern) return verdict;
  const [sent, answered] = (["in", "out"] as const).map((polarity) =>
    findWorst(effects.map((effect) => judgeEffect({ concern, effect, polarity }, {}).verdict)),
  );
  return sent === answered ? `${sent}` : `${sent}, ${answered}`;
}

function idsOf(oasdiff: OasdiffId | undefined): string {
  if (oasdiff === undefined) return "";
  if (typeof oasdiff === "function") return "depends on the case";
  const ids = typeof oasdiff === "string" ? [oasdiff] : [...new Set(Object.values(oasdiff))];
  return ids.map(code).join(", ");
}
