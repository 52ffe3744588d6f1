import type { Reason } from "../../contracts/signatures/index.ts";

/** A delivery as it goes over the wire: names in the case, and as often, as they are written. */
export interface WireDelivery {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** What a verifier says of a delivery. */
export type Verdict = "ok" | Reason;

/** A delivery as it went over the wire, and what is known of it beside that. */
export interface SavedDelivery extends WireDelivery {
  /** What it is called among others of its file. */
  readonly name?: string;
  /** The path and query that it was sent to. */
  readonly target?: string;
  /** When it was received or, where nobody says that, sent; in milliseconds since 1970. */
  readonly receivedAt?: number;
  /** What is odd about how it was saved, as sentences. */
  readonly notes?: readonly string[];
  /** What it is to be verified with, where it says so: vectors do. */
  readonly secret?: string;
  readonly publicKey?: string;
  readonly toleranceSeconds?: number;
  /** What a verifier of each policy has to say of it, where it says so. */
  readonly expected?: Readonly<Record<string, string>>;
}

/** The values of a header, in whatever case it is written. */
export function valuesOf({ headers }: Pick<WireDelivery, "headers">, wanted: string): readonly string[] {
  return headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
}
