import type { WireResponse } from "../model/exchange.ts";

/** Error for an incomplete response. It keeps the received part for the report. */
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

/** Error for a body that exceeds the time or size limit of a run. The body is cut off. */
export class Endless extends Error {
  /** Time and size at the cut, such as "after 30 s and 1200 bytes". */
  readonly received: string;

  constructor(received: string) {
    super(`The body did not end: it was cut off ${received}`);
    this.received = received;
  }
}
