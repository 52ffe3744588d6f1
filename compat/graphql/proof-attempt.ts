import type { Json } from "../../contracts/index.ts";

/** An operation that can prove a change. */
export interface ProofAttempt {
  readonly query: string;
  readonly variables?: Readonly<Record<string, Json>>;
  /**
   * A value that only the revision returns, and its path in the response, for operations that both schemas accept. No
   * value if the types do not determine it.
   */
  readonly unexpected?: { readonly value?: Json; readonly at: string };
}

/** An attempt whose operation could not always be written. */
export type AttemptDraft = Omit<ProofAttempt, "query"> & { readonly query: string | undefined };
