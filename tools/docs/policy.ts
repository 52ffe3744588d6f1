import { type PolicyKey, policyKeys } from "../../compat/policy-file/policy-keys.ts";
import { policyQuestions } from "../../compat/index.ts";
import { principles } from "../../compat/profile/criterion.ts";
import { type Page, code, page, table } from "./markdown.ts";

/** File with the JSON Schema of a policy, from the root of the repository. */
export const policySchemaFile = "compat/policy-file/policy.schema.json";

/** Meaning of each principle, for the key `clauses`. */
const principleTexts: Readonly<Record<(typeof principles)[number], string>> = {
  restriction: "A part that consumers rely on is refused, removed or of another kind",
  addition: "Consumers need not change anything",
  relaxation: "A demand was dropped",
  "further-value": "A set of values grew that consumers must expect to grow",
  guarantee: "A promise of the base is withdrawn",
  deprecation: "An announcement begins, ends or changes",
  "graphql-deprecation": "The same in a GraphQL schema",
  notice: "Time between announcement and change, and waivers",
  support: "Time that an operation is supported after its publication",
  version: "Version that a change needs",
};

/** Page of the keys of a policy file. */
export function policyPage(): Page {
  return page(
    "reference/policy.md",
    "Policy files",
    [
      "A policy file changes the policy of `concord compat`, `compat status`, `compat ledger`, `compat policy` and `changelog`. `--policy FILE` names it, in YAML or JSON. `concord.config.ts` can have the same keys under `compat`. [The guide](../guides/policy.md) shows both.",
      `An unknown key, rule, question or value is an error that names its line and the nearest name. The JSON Schema is the file \`${policySchemaFile}\`; the package exports it as \`concord-toolkit/compat/policy.schema.json\`. Editors find it by the first line of a YAML file:`,
      "```yaml\n# yaml-language-server: $schema=./node_modules/concord-toolkit/dist/compat/policy-file/policy.schema.json\nextends: semver\n```",
      "## Keys",
      table(
        ["key", "meaning", "example"],
        Object.entries<PolicyKey>(policyKeys).map(([name, { about, example }]) => [
          code(name),
          `${about}.`,
          code(`${name}: ${example}`),
        ]),
      ),
      "[Compatibility rules](./compat-rules.md) lists the ids of rules and questions.",
      "## Clauses",
      "`clauses.principles` and `clauses.questions` say which clause of your guidelines decides. `clauses.names` and `clauses.links` have the name and the URL of a clause.",
      table(
        ["principle", "decides"],
        principles.map((id) => [code(id), principleTexts[id]]),
      ),
      `The questions are ${policyQuestions()
        .map(({ id }) => code(id))
        .join(", ")}.`,
    ],
    { isWide: true },
  );
}
