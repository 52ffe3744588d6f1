import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const defaultChanged = rule({
  id: "default-changed",
  on: "schema",
  kind: "changed",
  verdict: "non-breaking",
  principle: "guarantee",
  quotesValues: true,
  advice: [{ verdict: "dangerous", text: "Send the value that you rely on instead of leaving it out." }],
  oasdiff: {
    added: "{part}-default-value-added",
    changed: "{part}-default-value-changed",
    removed: "{part}-default-value-removed",
  },
  mirror: "default-changed",
  why: "A request without the value may have another effect now. In a response, a default has no effect.",
  compare(base, revision, report) {
    const [[before], [after]] = [base.all("default"), revision.all("default")];
    if (before && after ? quote(before.value) === quote(after.value) : !before && !after) return;
    const [from, to] = [before, after].map((said) => (said ? quote(said.value) : "none"));
    report({
      message: (part) => `Default of ${part} changed from ${from} to ${to}`,
      base: before?.at ?? base.pointer,
      revision: after?.at ?? revision.pointer,
      values: [before?.value ?? null, after?.value ?? null],
      ...(before && { before: before.value }),
      ...(after && { after: after.value }),
      // The same values are accepted; only an omitted value has another meaning.
      byName: true,
      isOfOmitted: true,
      ...(base.polarity === "in" && { question: "default-changed" }),
    });
  },
});
