import type { WireResponse } from "../model/wire-message.ts";

/** An answer of which not all came: what did is worth showing. */
export class Unfinished extends Error {
  readonly response: WireResponse;

  constructor(response: WireResponse, cause: unknown) {
    super(endedEarly(response.status, cause instanceof Error ? cause.message : String(cause)), { cause });
    this.response = response;
  }
}

export function endedEarly(status: number, reason: string): string {
  return `The body of status ${status} ended early: ${reason}`;
}

/** A body that does not end in the time, or the size, that a run allows: what came of it is cut off. */
export class Endless extends Error {
  /** What was received, such as "after 30 s and 1200 bytes". */
  readonly received: string;

  constructor(received: string) {
    super(`The body did not end: it was cut off ${received}`);
    this.received = received;
  }
}
