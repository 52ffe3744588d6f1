import { rule } from "./support/rule.ts";

export const requestBodyBecameRequired = rule({
  id: "request-body-became-required",
  on: "request",
  kind: "changed",
  verdict: "breaking",
  concern: "presence",
  oasdiff: "request-body-became-required",
  mirror: "request-body-became-optional",
  why: "Requests of the earlier contract that leave the body out are refused.",
  compare(base, revision, report) {
    if (!base.body || !revision.body || base.body.required || !revision.body.required) return;
    report({
      message: "Request body became required",
      step: "body",
      base: base.body.pointer,
      revision: revision.body.pointer,
      basis: base.body.basis,
      effect: "shrank",
    });
  },
});
