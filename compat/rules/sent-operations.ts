import { capital } from "../model/wording.ts";
import type { OperationNode, Subjects } from "../pairing/nodes/subjects.ts";
import { type AnyRule, type OasdiffId, type Rule, rule } from "./support/rule.ts";

interface Row<On extends keyof Subjects> {
  readonly ids: Record<"added" | "removed", string>;
  /** Word in messages. */
  readonly noun: "callback" | "webhook";
  readonly on: On;
  operationsOf(node: Subjects[On]): ReadonlyMap<string, OperationNode>;
  readonly oasdiff?: Record<"added" | "removed", OasdiffId>;
}

/** Operations that the provider calls: webhooks and callbacks. */
export const sentOperationRules: readonly AnyRule[] = [
  ...createSentRules({
    ids: { added: "callback-added", removed: "callback-removed" },
    noun: "callback",
    on: "operation",
    operationsOf: ({ callbacks }) => callbacks,
  }),
  ...createSentRules({
    ids: { added: "webhook-added", removed: "webhook-removed" },
    noun: "webhook",
    on: "api",
    operationsOf: ({ webhooks }) => webhooks,
    oasdiff: { added: "webhook-added", removed: "webhook-removed" },
  }),
];

function createSentRules<const On extends keyof Subjects>({
  ids,
  noun,
  on,
  operationsOf,
  oasdiff,
}: Row<On>): readonly Rule<On>[] {
  return [
    rule<On>({
      id: ids.added,
      on,
      kind: "added",
      verdict: "non-breaking",
      principle: "addition",
      part: "operation",
      advice: [{ verdict: "non-breaking", text: "Nothing; it can be received from now on." }],
      ...(oasdiff && { oasdiff: oasdiff.added }),
      mirror: ids.removed,
      why: "Consumers of the earlier contract have not subscribed to it.",
      compare: (base, revision, report) => {
        for (const operation of findUnsharedOperations(operationsOf(revision), operationsOf(base))) {
          const { name, pointer } = operation;
          report({
            message: `${capital(noun)} "${name}" was added`,
            operation,
            base: base.pointer,
            revision: pointer,
          });
        }
      },
    }),
    rule<On>({
      id: ids.removed,
      on,
      kind: "removed",
      verdict: "breaking",
      principle: "restriction",
      part: "operation",
      advice: [{ text: "Stop waiting for it." }],
      ...(oasdiff && { oasdiff: oasdiff.removed }),
      mirror: ids.added,
      why: "Consumers wait for requests that the provider no longer sends.",
      compare: (base, revision, report) => {
        for (const operation of findUnsharedOperations(operationsOf(base), operationsOf(revision))) {
          const { name, pointer } = operation;
          report({
            message: `${capital(noun)} "${name}" was removed`,
            operation,
            base: pointer,
            revision: revision.pointer,
            byName: true,
          });
        }
      },
    }),
  ];
}

function findUnsharedOperations(
  operations: ReadonlyMap<string, OperationNode>,
  others: ReadonlyMap<string, unknown>,
): OperationNode[] {
  return [...operations].filter(([key]) => !others.has(key)).map(([, operation]) => operation);
}
