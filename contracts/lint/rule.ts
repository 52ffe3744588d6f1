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
  find(contract: Contract): readonly LintFinding[] | Promise<readonly LintFinding[]>;
}

/** Findings at the nodes of a document. `judge` returns each faulty keyword of a node, with a message. */
export function collectFindings(
  { document }: Contract,
  judge: (node: JsonObject) => readonly (readonly [keyword: string, message: string])[],
): LintFinding[] {
  const faults: LintFinding[] = [];
  visitTree(document, "document", (node, _, pointer) => {
    for (const [keyword, message] of judge(node)) faults.push({ pointer: join(pointer, keyword), message });
  });
  return faults;
}
