/** A delivery as it went over the wire, and what is known of it beside that. */
export interface SavedDelivery {
  /** What it is called: its place among others of a file, or its message. Nothing where it stands alone. */
  readonly name?: string;
  /** The path and query that it was sent to. */
  readonly target?: string;
  /** In the order, case and number in which they were sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** When it was received or, where nobody says that, sent; in milliseconds since 1970. */
  readonly receivedAt?: number;
  /** What is odd about how it was saved, as sentences. */
  readonly notes?: readonly string[];
  /** What it is to be verified with, where it says so: vectors do. */
  readonly secret?: string;
  readonly publicKey?: string;
  readonly toleranceSeconds?: number;
}
