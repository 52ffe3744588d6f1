import { expect, it } from "vitest";
import { worstOf } from "../model/change.ts";
import { graphqlRules } from "../graphql/rules.ts";
import { answerFor } from "../verdicts/effects.ts";
import type { AnyRule, OasdiffId } from "./support/rule.ts";
import type { Subjects } from "../pairing/nodes/subjects.ts";
import { rules } from "./index.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

/** The worst that a rule says, of a request and of a response where they differ. */
function verdictsOf({ concern, effects: told = ["grew", "shrank", "neither"], verdict }: AnyRule): string {
  if (!concern) return verdict;
  const [sent, answered] = (["in", "out"] as const).map((polarity) =>
    worstOf(told.map((effect) => answerFor(concern, effect, polarity, {}).verdict)),
  );
  return sent === answered ? `${sent}` : `${sent}, ${answered}`;
}

/** What a rule on such a pair is about. */
const directions: Readonly<Record<keyof Subjects, string>> = {
  api: "operation",
  operation: "operation",
  delivery: "webhook",
  marked: "both",
  request: "request",
  parameter: "request",
  part: "request",
  xml: "both",
  content: "both",
  answers: "response",
  headers: "response",
  union: "both",
  overlap: "both",
  schema: "both",
  requestSchema: "request",
  responseSchema: "response",
};

it("lists every rule in RULES.md (vitest -u writes it)", async () => {
  const table = [
    "# The rules",
    "",
    "Made of the catalogues in `rules/index.ts` and `graphql/rules.ts`. The verdict is the worst that a rule gives; where it depends on who sends the value, that of a request, and that of a response. `{part}` in an id of oasdiff stands for the place, `request-property` say. The column `platform` names the clause that the platform's profile cites; the default profile cites none.",
    "",
    "## OpenAPI",
    "",
    "| rule | about | verdict | platform | oasdiff | why |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rules.map((rule: AnyRule) =>
      row({ ...rule, verdict: verdictsOf(rule) }, directions[rule.on], idsOf(rule.oasdiff)),
    ),
    "",
    "## GraphQL",
    "",
    "| rule | about | verdict | platform | oasdiff | why |",
    "| --- | --- | --- | --- | --- | --- |",
    ...graphqlRules.map((rule) => row(rule, rule.direction ?? "both", "")),
    "",
  ].join("\n");

  await expect(table).toMatchFileSnapshot("../RULES.md");
});

function row(
  { id, verdict, principle, why }: Pick<AnyRule, "id" | "principle" | "why"> & { readonly verdict: string },
  about: string,
  ids: string,
) {
  return `| \`${id}\` | ${about} | ${verdict} | §${platformCompat.clauses?.principles[principle]} | ${ids} | ${why} |`;
}

function idsOf(oasdiff: OasdiffId | undefined): string {
  if (oasdiff === undefined) return "";
  if (typeof oasdiff === "function") return "by case";
  const ids = typeof oasdiff === "string" ? [oasdiff] : Object.values(oasdiff);
  return ids.map((id) => `\`${id}\``).join(", ");
}
