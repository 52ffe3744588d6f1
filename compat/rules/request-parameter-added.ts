import { rule } from "../rule.ts";
import { quoted } from "../wording.ts";

export const requestParameterAdded = rule({
  id: "request-parameter-added",
  on: "request",
  kind: "added",
  verdict: "non-breaking",
  section: "9.2",
  mirror: "request-parameter-removed",
  why: "Requests of the base do not send the parameter: they stay valid unless it is required.",
  compare(base, revision, report) {
    for (const [key, parameter] of revision.parameters) {
      if (base.parameters.has(key)) continue;
      const required = parameter.required ? "Required parameter" : "Parameter";
      report({
        message: `${required} ${quoted(parameter.name)} (${parameter.in}) was added`,
        step: parameter.step,
        base: base.pointer,
        revision: parameter.pointer,
        values: [parameter.required],
        verdict: parameter.required ? "breaking" : "non-breaking",
      });
    }
  },
});
