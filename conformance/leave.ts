/** What a run may do to a target beyond sending one request after the other. */
export interface Leave {
  /** Send many requests at once; to a mock it may at any rate. */
  readonly burst?: boolean;
  /** Open a receiver and have webhooks delivered to it. */
  readonly receiver?: ReceiverPlace;
}

/** Where a receiver listens, and how the target reaches it. */
export interface ReceiverPlace {
  /** 0 takes any free one. */
  readonly port: number;
  /** Where the target reaches it, if that is not this machine: the receiver listens on all addresses then. */
  readonly url?: string;
  /** So long a delivery may take; 15 seconds if not said. */
  readonly seconds?: number;
}
