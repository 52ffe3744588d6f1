import type { Json } from "../../contracts/index.ts";

/** An operation that may prove a change. */
export interface Attempt {
  readonly query: string;
  readonly variables?: Readonly<Record<string, Json>>;
  /**
   * That the operation is still taken, and answered with this, at a place of the answer, where it was not; without a value
   * where no type tells it.
   */
  readonly unexpected?: { readonly value?: Json; readonly at: string };
}

/** An attempt, if it can be written. */
export type Unsure = Omit<Attempt, "query"> & { readonly query: string | undefined };
