import { oasdiffSuffix, lastAnnouncement } from "../model/lifecycle.ts";
import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const requestParameterRemoved = rule({
  id: "request-parameter-removed",
  on: "request",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  part: "parameter",
  oasdiff: [
    "request-parameter-removed",
    "request-parameter-removed-with-deprecation",
    "request-parameter-removed-before-sunset",
  ],
  mirror: "request-parameter-added",
  why: "Consumers send the parameter and rely on its effect, which no longer occurs.",
  compare(base, revision, report) {
    for (const [key, parameter] of base.parameters) {
      if (revision.parameters.has(key)) continue;
      report({
        message: `Parameter ${quote(parameter.name)} (${parameter.in}) was removed`,
        step: parameter.step,
        base: parameter.pointer,
        revision: revision.pointer,
        basis: parameter.basis,
        ...lastAnnouncement(parameter.lifecycle),
        oasdiff: `request-parameter-removed${oasdiffSuffix(parameter.lifecycle)}`,
        byName: true,
      });
    }
  },
});
