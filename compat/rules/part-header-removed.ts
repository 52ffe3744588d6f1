import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const partHeaderRemoved = rule({
  id: "part-header-removed",
  on: "part",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  mirror: "part-header-added",
  why: "Consumers send the header and rely on its effect, or they read it.",
  compare(base, revision, report) {
    for (const [key, header] of base.headers) {
      if (revision.headers.has(key)) continue;
      report({
        message: `Header ${quote(header.name)} was removed from the part of property ${quote(base.name)}`,
        step: header.step,
        base: header.pointer,
        revision: revision.pointer,
        basis: header.basis,
        before: { required: header.required },
        byName: true,
      });
    }
  },
});
