/** Part of a request that breaks the contract, or that differs from a usual request. */
export interface SentPart {
  /** Location: "body", "query". */
  readonly within: string;
  /** JSON pointer in that location, with indexes: "/lines/0/year". Empty for a whole body. */
  readonly pointer: string;
  /** Keyword of the constraint. */
  readonly keyword: string;
  /** Description of the value: "least". */
  readonly value?: string;
  /** Name of the required member that the object at the pointer lacks. */
  readonly missing?: string;
}
