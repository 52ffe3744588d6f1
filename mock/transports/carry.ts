import type { Carriage, MockResponse } from "../model/exchange.ts";

/** One way to a consumer, for one response. */
export interface Line {
  /** Calls back once nobody listens any more. */
  onGone(gone: () => void): void;
  head(): void;
  data(bytes: Uint8Array): void;
  end(): void;
  /** Ends the connection in the middle of the body. */
  cut(): void;
  /** Breaks the connection. */
  reset(): void;
}

/** Carries a response with the effects of faults: late, piece by piece, in part, or not at all. */
export async function carry(
  { body }: MockResponse,
  { delay = 0, reset, pace, cut = Number.POSITIVE_INFINITY }: Carriage,
  line: Line,
): Promise<void> {
  let isGone = false;
  let wake = (): void => {};
  line.onGone(() => {
    isGone = true;
    wake();
  });
  if (delay > 0) await wait(delay);
  if (isGone) return;
  if (reset) {
    line.reset();
    return;
  }
  line.head();
  const sent = body.subarray(0, cut);
  const step = pace?.bytes ?? sent.length;
  for (let at = 0; at < sent.length; at += step) {
    if (isGone) return;
    line.data(sent.subarray(at, at + step));
    if (pace) await wait(pace.pause);
  }
  if (isGone) return;
  if (cut < body.length) line.cut();
  else line.end();

  /** Waits in real time, or until the consumer is gone. */
  function wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isGone) wake();
    });
  }
}
