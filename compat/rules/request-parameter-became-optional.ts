import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const requestParameterBecameOptional = rule({
  id: "request-parameter-became-optional",
  on: "parameter",
  kind: "changed",
  verdict: "breaking",
  concern: "presence",
  oasdiff: "request-parameter-became-optional",
  mirror: "request-parameter-became-required",
  why: "Requests of the earlier contract send the parameter and stay valid; who is sent it can no longer count on it.",
  compare(base, revision, report) {
    if (!base.required || revision.required) return;
    report({
      message: `Parameter ${quoted(base.name)} (${base.in}) became optional`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      effect: "grew",
    });
  },
});
