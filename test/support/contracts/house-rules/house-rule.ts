import type { Contract } from "../../../../contracts/index.ts";
import type { LintFinding } from "../../../../contracts/lint/rule.ts";

export { type LintFinding, collectFindings } from "../../../../contracts/lint/rule.ts";

/** Rule for the bundled documents, which say of each part where it is stated. */
export interface HouseRule {
  readonly id: string;
  /** Requirement in one sentence. */
  readonly claim: string;
  find(contract: Contract, context: HouseContext): readonly LintFinding[];
}

/** Inputs of a rule beside the contract. */
export interface HouseContext {
  /** Contracts that are checked together. */
  readonly contracts: readonly Contract[];
  /** Periods that the provider guarantees, in months. Without them, no date is too soon. */
  readonly periods?: { readonly notice: number; readonly support: number };
}
