import type { JsonObject } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { join } from "../model/pointer.ts";
import { visitTree } from "../schema/document-tree.ts";

/** Finding of a rule: a pointer into the contract's document, and a message. */
export interface LintFinding {
  readonly pointer: string;
  readonly message: string;
}

/** Rule of the linter. */
export interface LintRule {
  /** Code of its problems, and name of its file. */
  readonly id: string;
  /** Requirement in one sentence. */
  readonly claim: string;
  /** Documents that the rule applies to: all, or only those with markers. */
  readonly of: "every" | "marked";
  find(contract: Contract, context: LintContext): readonly LintFinding[] | Promise<readonly LintFinding[]>;
}

/** What a rule reads beside the contract. */
export interface LintContext {
  /** Contracts that are linted together. */
  readonly contracts: readonly Contract[];
  /** Periods that the provider guarantees. Without them, no date is too soon. */
  readonly periods?: LifecyclePeriods;
}

/** Periods of a provider, in months. */
export interface LifecyclePeriods {
  /** From the announcement of a breaking change to its effect. */
  readonly notice: number;
  /** From the publication of an operation to its end. */
  readonly support: number;
}

/** Findings at the nodes of a document. `judge` returns each faulty keyword of a node, with a message. */
export function findingsIn(
  { document }: Contract,
  judge: (node: JsonObject) => readonly (readonly [keyword: string, message: string])[],
): LintFinding[] {
  const faults: LintFinding[] = [];
  visitTree(document, "document", (node, _, pointer) => {
    for (const [keyword, message] of judge(node)) faults.push({ pointer: join(pointer, keyword), message });
  });
  return faults;
}
