import type { JsonObject } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { join } from "../model/pointer.ts";
import { visitTree } from "../model/shapes.ts";

/** What a rule finds: where, as a pointer of the contract's document, and what is wrong. */
export interface Fault {
  readonly pointer: string;
  readonly message: string;
}

/** One thing that is asked of a document. */
export interface LintRule {
  /** The code of its problems, and the name of its file. */
  readonly id: string;
  /** What it asks for, in one sentence. */
  readonly claim: string;
  /** Asked of every document, or only of those that carry markers: the platform's own, and what follows their ways. */
  readonly of: "every" | "marked";
  /** `all` are the contracts that are linted together. */
  find(contract: Contract, all: readonly Contract[]): readonly Fault[] | Promise<readonly Fault[]>;
}

/** What a judge finds at the nodes of a document: for each keyword at fault, what is wrong with it. */
export function faultsIn(
  { document }: Contract,
  judge: (node: JsonObject) => readonly (readonly [keyword: string, message: string])[],
): Fault[] {
  const faults: Fault[] = [];
  visitTree(document, "document", (node, _, pointer) => {
    for (const [keyword, message] of judge(node)) faults.push({ pointer: join(pointer, keyword), message });
  });
  return faults;
}
