import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const partHeaderAdded = rule({
  id: "part-header-added",
  on: "part",
  kind: "added",
  verdict: "breaking",
  principle: "addition",
  mirror: "part-header-removed",
  why: "Parts of the earlier contract do not have the header: they stay valid unless it is required.",
  compare(base, revision, report) {
    for (const [key, header] of revision.headers) {
      if (base.headers.has(key)) continue;
      const isAsked = base.polarity === "in" && header.required;
      report({
        message: `${header.required ? "Required header" : "Header"} ${quote(header.name)} was added to the part of property ${quote(base.name)}`,
        step: header.step,
        base: base.pointer,
        revision: header.pointer,
        values: [header.required],
        after: { required: header.required },
        verdict: isAsked ? "breaking" : "non-breaking",
      });
    }
  },
});
