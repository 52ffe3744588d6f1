import { rule } from "./support/rule.ts";

export const requestBodyAdded = rule({
  id: "request-body-added",
  on: "request",
  kind: "added",
  verdict: "breaking",
  principle: "restriction",
  part: "body",
  concern: "presence",
  oasdiff: ({ effect }) => (effect === "shrank" ? "request-body-added-required" : "request-body-added-optional"),
  mirror: "request-body-removed",
  why: "Requests of the earlier contract have no body: they stay valid unless one is required.",
  compare(base, revision, report) {
    const { body } = revision;
    if (base.body || !body) return;
    report({
      message: `${body.required ? "Required request body" : "Request body"} was added`,
      step: "body",
      base: base.pointer,
      revision: body.pointer,
      values: [body.required],
      after: { required: body.required },
      effect: body.required ? "shrank" : "grew",
    });
  },
});
