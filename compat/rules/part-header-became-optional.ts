import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const partHeaderBecameOptional = rule({
  id: "part-header-became-optional",
  on: "part",
  kind: "changed",
  verdict: "breaking",
  concern: "presence",
  mirror: "part-header-became-required",
  why: "A provider that does without it refuses nobody; one that leaves it out surprises who reads it.",
  compare(base, revision, report) {
    for (const [key, header] of base.headers) {
      const other = revision.headers.get(key);
      if (!other || !header.required || other.required) continue;
      report({
        message: `Header ${quoted(header.name)} of the part of property ${quoted(base.name)} became optional`,
        step: header.step,
        base: header.pointer,
        revision: other.pointer,
        basis: header.basis,
        effect: "grew",
      });
    }
  },
});
