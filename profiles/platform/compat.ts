import type { CompatProfile } from "../../compat/index.ts";
import { platformPeriods } from "./periods.ts";

const questions = clausesById({
  "9.2": [
    "closed-response-value-added",
    "default-changed",
    "error-status-added",
    "format-added-to-response",
    "literal-path-added",
    "response-constraint-widened",
    "response-field-no-longer-guaranteed",
    "security-narrowed",
    "server-changed",
    "success-status-added",
    "success-status-changed",
    "token-source-changed",
  ],
  "9.5": [
    "body-field-is-parameter",
    "error-withdrawn",
    "null-added-to-response",
    "path-parameter-renamed",
    "response-value-renamed",
    "server-version-changed",
    "shape-without-guaranteed-field",
    "type-changed-safely",
    "union-shape-added",
  ],
  "9.6": ["discriminated-shape-added", "response-value-added", "response-value-withdrawn"],
});

/** The compatibility policy of the bundled platform: section 9 of its specification. */
export const platformCompat: CompatProfile = {
  name: "platform",
  enums: "open",
  answers: { "shape-without-guaranteed-field": "dangerous" },
  notice: { months: platformPeriods.notice },
  support: { months: platformPeriods.support },
  waiverReasons: ["security", "regulation"],
  clauses: {
    questions,
    principles: {
      restriction: "9.5",
      addition: "9.2",
      relaxation: "9.5",
      "further-value": "9.6",
      guarantee: "9.2",
      deprecation: "9.4",
      "graphql-deprecation": "9.7",
      notice: "9.4",
      support: "9.3",
    },
  },
  clauseText: (clause) => `§${clause}`,
  because: {
    "type-changed-safely": "The words of §9.5 name it, and no consumer breaks.",
    "shape-without-guaranteed-field": "§9 does not tell a further shape from a change of type: a person decides.",
    "server-changed": "§9 does not speak of hosts.",
    "server-version-changed": "Versions are prefixes of paths (§9.1): what was under the earlier one is gone.",
    "token-source-changed": "§9 does not speak of it, and tokens are got by hand where it is not used (§5.1).",
  },
};

/** Ids by clause as clauses by id. */
function clausesById(ids: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(ids).flatMap(([clause, all]) => all.map((id) => [id, clause])));
}
