import type { Reason } from "../../contracts/signatures/index.ts";

/** Delivery on the wire. Header names keep their case and number. */
export interface WireDelivery {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** Result of verifying a delivery. */
export type Verdict = "ok" | Reason;

/** Saved delivery, with what is known about it. */
export interface SavedDelivery extends WireDelivery {
  /** Name within its file. */
  readonly name?: string;
  /** Path and query of the request. */
  readonly target?: string;
  /** Time of receiving or, if unknown, of sending, in milliseconds since 1970. */
  readonly receivedAt?: number;
  /** Remarks on how it was saved, as sentences. */
  readonly notes?: readonly string[];
  /** Keys to verify it with, if the file has them, as vectors do. */
  readonly secret?: string;
  readonly publicKey?: string;
  readonly toleranceSeconds?: number;
  /** Expected verdict by policy, if the file has it. */
  readonly expected?: Readonly<Record<string, string>>;
}

/** Values of a header. Its case does not matter. */
export function listHeaderValues({ headers }: Pick<WireDelivery, "headers">, wanted: string): readonly string[] {
  return headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
}
