import { rule } from "./support/rule.ts";
import { propertyStep, quote } from "../model/wording.ts";

export const responseHeaderWritingChanged = rule({
  id: "response-header-writing-changed",
  on: "headers",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  mirror: "response-header-writing-changed",
  why: "Consumers parse the header as the earlier contract describes.",
  compare(base, revision, report) {
    for (const [key, header] of base.headers) {
      const other = revision.headers.get(key);
      if (!other || header.writing === other.writing) continue;
      // A scalar value is written the same way, even if the header may also have a list or an object.
      const isTyped = [header, other].some(({ writing }) => writing === "header");
      if (isTyped && [header, other].every(({ writing }) => !writing.includes("/"))) continue;
      report({
        message: `Header ${quote(header.name)} is written in another style`,
        step: `header${propertyStep(header.name)}`,
        base: header.pointer,
        revision: other.pointer,
        basis: header.basis,
        before: header.writing,
        after: other.writing,
        values: [key, header.writing, other.writing],
        byName: true,
      });
    }
  },
});
