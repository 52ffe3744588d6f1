import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const responseHeaderBecameOptional = rule({
  id: "response-header-became-optional",
  on: "headers",
  kind: "changed",
  verdict: "breaking",
  concern: "presence",
  oasdiff: "response-header-became-optional",
  mirror: "response-header-became-required",
  why: "Consumers read it without asking whether it is there.",
  compare(base, revision, report) {
    for (const [key, header] of base.headers) {
      const other = revision.headers.get(key);
      if (!other || !header.required || other.required) continue;
      report({
        message: `Header ${quoted(header.name)} became optional`,
        step: `header.${header.name}`,
        base: header.pointer,
        revision: other.pointer,
        basis: header.basis,
        effect: "grew",
      });
    }
  },
});
