import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const requestParameterAdded = rule({
  id: "request-parameter-added",
  on: "request",
  kind: "added",
  verdict: "breaking",
  principle: "restriction",
  part: "parameter",
  concern: "presence",
  oasdiff: ({ after, revision }) => {
    const { required, in: place } = after as { required: boolean; in: string };
    if (place === "path") return "new-request-path-parameter";
    const isOfPath = /^\/paths\/[^/]+\/parameters\//.test(revision);
    if (isOfPath) return `new-${required ? "required" : "optional"}-request-default-parameter-to-existing-path`;
    return `new-${required ? "required" : "optional"}-request-parameter`;
  },
  mirror: "request-parameter-removed",
  why: "Requests of the earlier contract do not send the parameter: they stay valid unless it is required.",
  compare(base, revision, report) {
    for (const [key, parameter] of revision.parameters) {
      if (base.parameters.has(key)) continue;
      const required = parameter.required ? "Required parameter" : "Parameter";
      report({
        message: `${required} ${quote(parameter.name)} (${parameter.in}) was added`,
        step: parameter.step,
        base: base.pointer,
        revision: parameter.pointer,
        values: [parameter.required],
        after: { required: parameter.required, in: parameter.in },
        effect: parameter.required ? "shrank" : "grew",
      });
    }
  },
});
