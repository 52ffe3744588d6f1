import type { Contract } from "../model/contract.ts";

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
  find(contract: Contract, all: readonly Contract[]): readonly Fault[];
}
