import { quote } from "../model/wording.ts";
import type { ExchangeNode } from "../pairing/nodes/subjects.ts";
import { type Rule, rule } from "./support/rule.ts";

const shared = {
  on: "operation",
  verdict: "non-breaking",
  principle: "addition",
  why: "A tag is not part of a request. It groups operations in documentation.",
} as const;

/** Tags of an operation. */
export const tagRules: readonly Rule<"operation">[] = [
  rule({
    ...shared,
    id: "tag-added",
    kind: "added",
    oasdiff: "api-tag-added",
    mirror: "tag-removed",
    compare(base, revision, report) {
      for (const tag of findUnsharedTags(revision, base))
        report({
          message: `Tag ${quote(tag)} was added`,
          base: base.pointer,
          revision: revision.pointer,
          values: [tag],
          after: tag,
        });
    },
  }),
  rule({
    ...shared,
    id: "tag-removed",
    kind: "removed",
    oasdiff: "api-tag-removed",
    mirror: "tag-added",
    compare(base, revision, report) {
      for (const tag of findUnsharedTags(base, revision))
        report({
          message: `Tag ${quote(tag)} was removed`,
          base: base.pointer,
          revision: revision.pointer,
          values: [tag],
          before: tag,
        });
    },
  }),
];

function findUnsharedTags({ tags }: ExchangeNode, other: ExchangeNode): string[] {
  return tags.filter((tag) => !other.tags.includes(tag));
}
