import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const partHeaderBecameRequired = rule({
  id: "part-header-became-required",
  on: "part",
  kind: "changed",
  verdict: "breaking",
  concern: "presence",
  mirror: "part-header-became-optional",
  why: "Parts without the header, which the provider took, are refused.",
  compare(base, revision, report) {
    for (const [key, header] of base.headers) {
      const other = revision.headers.get(key);
      if (!other || header.required || !other.required) continue;
      report({
        message: `Header ${quoted(header.name)} of the part of property ${quoted(base.name)} became required`,
        step: header.step,
        base: header.pointer,
        revision: other.pointer,
        basis: header.basis,
        effect: "shrank",
      });
    }
  },
});
