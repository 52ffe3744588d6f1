import { rule } from "../rule.ts";
import { quoted } from "../wording.ts";

export const responseHeaderAdded = rule({
  id: "response-header-added",
  on: "headers",
  kind: "added",
  verdict: "non-breaking",
  section: "9.2",
  oasdiff: "response-header-added",
  mirror: "response-header-removed",
  why: "Consumers ignore headers that they do not know.",
  compare(base, revision, report) {
    for (const [key, header] of revision.headers) {
      if (base.headers.has(key)) continue;
      report({
        message: `Header ${quoted(header.name)} was added`,
        step: `header.${header.name}`,
        base: base.pointer,
        revision: header.pointer,
        values: [key],

        after: { required: header.required },
        byName: true,
      });
    }
  },
});
