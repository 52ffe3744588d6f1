import { rule } from "./support/rule.ts";

export const requestBodyBecameOptional = rule({
  id: "request-body-became-optional",
  on: "request",
  kind: "changed",
  verdict: "breaking",
  concern: "presence",
  oasdiff: "request-body-became-optional",
  mirror: "request-body-became-required",
  why: "Requests of the earlier contract send the body and stay valid; who is sent it can no longer count on it.",
  compare(base, revision, report) {
    if (!base.body || !revision.body || !base.body.required || revision.body.required) return;
    report({
      message: "Request body became optional",
      step: "body",
      base: base.body.pointer,
      revision: revision.body.pointer,
      basis: base.body.basis,
      effect: "grew",
    });
  },
});
