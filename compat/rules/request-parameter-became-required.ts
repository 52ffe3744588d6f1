import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const requestParameterBecameRequired = rule({
  id: "request-parameter-became-required",
  on: "parameter",
  kind: "changed",
  verdict: "breaking",
  concern: "presence",
  oasdiff: "request-parameter-became-required",
  mirror: "request-parameter-became-optional",
  why: "Requests of the earlier contract that leave the parameter out are refused.",
  compare(base, revision, report) {
    if (base.required || !revision.required) return;
    report({
      message: `Parameter ${quoted(base.name)} (${base.in}) became required`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      effect: "shrank",
    });
  },
});
