import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const responseHeaderBecameRequired = rule({
  id: "response-header-became-required",
  on: "headers",
  kind: "changed",
  verdict: "breaking",
  concern: "presence",
  oasdiff: "response-header-became-required",
  mirror: "response-header-became-optional",
  why: "Consumers find the header more often than they could count on.",
  compare(base, revision, report) {
    for (const [key, header] of base.headers) {
      const other = revision.headers.get(key);
      if (!other || header.required || !other.required) continue;
      report({
        message: `Header ${quoted(header.name)} became required`,
        step: `header.${header.name}`,
        base: header.pointer,
        revision: other.pointer,
        basis: header.basis,
        effect: "shrank",
      });
    }
  },
});
