import { rule } from "./support/rule.ts";

export const requestBodyRemoved = rule({
  id: "request-body-removed",
  on: "request",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  part: "body",
  oasdiff: "request-body-removed",
  mirror: "request-body-added",
  why: "Consumers send the body and rely on its effect. Receivers of a webhook read it.",
  compare(base, revision, report) {
    const { body } = base;
    if (!body || revision.body) return;
    report({
      message: "Request body was removed",
      step: "body",
      base: body.pointer,
      revision: revision.pointer,
      basis: body.basis,
      byName: true,
    });
  },
});
