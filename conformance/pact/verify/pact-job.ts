/** Paths that Pact calls, below the URL of a job. */
export const jobPaths = { provider: "/provider", states: "/states", messages: "/messages" } as const;

/** Pact with one interaction, for Pact's verifier. */
export interface PactJob {
  readonly file: string;
  /** URL of the provider, its states and its messages. */
  readonly url: string;
  readonly timeout: number;
  readonly logLevel: "error" | "debug";
}

/** Delivery to a webhook. */
export interface DeliveredMessage {
  /** Received bytes. */
  readonly body: Uint8Array;
  /** Headers, with the content type under the name that Pact uses. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Output of Pact: JSON, or the text of an error. */
export interface PactResult {
  readonly text: string;
}
