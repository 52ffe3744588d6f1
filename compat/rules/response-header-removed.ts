import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const responseHeaderRemoved = rule({
  id: "response-header-removed",
  on: "headers",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  part: "header",
  oasdiff: ({ before }) => {
    if ((before as { required?: boolean }).required) return "required-response-header-removed";
    return "optional-response-header-removed";
  },
  mirror: "response-header-added",
  why: "Consumers may read every header that the earlier contract promised. A header is a field of the response.",
  compare(base, revision, report) {
    for (const [key, header] of base.headers) {
      if (revision.headers.has(key)) continue;
      report({
        message: `Header ${quote(header.name)} was removed`,
        step: `header.${header.name}`,
        base: header.pointer,
        revision: revision.pointer,
        values: [key],
        basis: header.basis,
        before: { required: header.required },
        byName: true,
      });
    }
  },
});
