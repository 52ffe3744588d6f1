import type { Basis } from "../../contracts/index.ts";

/** Which side of an interaction: what the consumer sends, what it expects back, or what it is told. */
export type Side = "request" | "response" | "message";

/** Something in a pact that its contract does not go with. */
export interface Finding {
  /** A closed set, in words with dots: "response.body", "request.query". */
  readonly code: string;
  /**
   * An error is what does not go together; a warning is what no contract promises or asks for; information is what
   * was not looked at.
   */
  readonly severity: "error" | "warning" | "information";
  readonly side: Side;
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** What to change, as a sentence. */
  readonly remedy: string;
  /** JSON pointer into the pact's file. */
  readonly pact: string;
  /** Where the contract says it; nothing where no contract does. */
  readonly contract?: ContractPlace;
}

/** A part of a contract. */
export interface ContractPlace {
  readonly file: string;
  readonly line: number;
  /** JSON pointer into that file. */
  readonly pointer: string;
  readonly basis: Basis;
  readonly section?: string;
}
