import type { Basis } from "../../contracts/index.ts";

/** Part of an interaction. */
export type Side = "request" | "response" | "message";

/** Conflict between a pact and its contract. */
export interface Finding {
  /** Code from a closed set: "response.body", "request.query". */
  readonly code: string;
  /** error: a conflict. warning: no contract promises or requires it. information: it was not checked. */
  readonly severity: "error" | "warning" | "information";
  readonly side: Side;
  /** Description as a sentence. */
  readonly message: string;
  /** Change to make, as a sentence. */
  readonly remedy: string;
  /** JSON pointer into the pact file. */
  readonly pact: string;
  /** Place in the contract. Absent if no contract describes it. */
  readonly contract?: ContractPlace;
}

/** Part of a contract. */
export interface ContractPlace {
  readonly file: string;
  readonly line: number;
  /** JSON pointer into the file. */
  readonly pointer: string;
  readonly basis: Basis;
  readonly section?: string;
}
