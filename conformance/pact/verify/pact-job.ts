/** What Pact calls, below the address of a job. */
export const ways = { provider: "/provider", states: "/states", messages: "/messages" } as const;

/** One interaction for Pact's verifier, which has a pact with nothing else. */
export interface PactJob {
  readonly file: string;
  /** Where the provider is, its states and its messages. */
  readonly url: string;
  readonly timeout: number;
  readonly logLevel: "error" | "debug";
}

/** A delivery as a webhook's receiver got it. */
export interface Delivered {
  /** As it came. */
  readonly body: Uint8Array;
  /** Its headers, and its content type under the name that Pact has for it. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** What Pact says: JSON, or the text of an error. */
export interface PactResult {
  readonly text: string;
}
