import type { MockResponse, TransportEffects } from "../model/exchange.ts";

/** Connection to a client, for one response. */
export interface ResponseLine {
  /** Calls back when the client closes the connection. */
  onClosed(callback: () => void): void;
  head(): void;
  data(bytes: Uint8Array): void;
  end(): void;
  /** Ends the connection in the middle of the body. */
  cut(): void;
  /** Breaks the connection. */
  reset(): void;
}

/** Sends a response with the effects of faults: late, piece by piece, in part, or not at all. */
export async function sendWithEffects(
  { body }: MockResponse,
  { delay = 0, reset, pace, cut = Number.POSITIVE_INFINITY }: TransportEffects,
  line: ResponseLine,
): Promise<void> {
  let isClosed = false;
  let wake = (): void => {};
  line.onClosed(() => {
    isClosed = true;
    wake();
  });
  if (delay > 0) await wait(delay);
  if (isClosed) return;
  if (reset) {
    line.reset();
    return;
  }
  line.head();
  const sent = body.subarray(0, cut);
  const step = pace?.bytes ?? sent.length;
  for (let at = 0; at < sent.length; at += step) {
    if (isClosed) return;
    line.data(sent.subarray(at, at + step));
    if (pace) await wait(pace.pause);
  }
  if (isClosed) return;
  if (cut < body.length) line.cut();
  else line.end();

  /** Waits in real time, or until the client closes the connection. */
  function wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isClosed) wake();
    });
  }
}
