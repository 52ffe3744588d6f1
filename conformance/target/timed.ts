import { DecoratorHandler, type Dispatcher } from "undici";

/** Dispatcher that measures the time of each request. */
export interface Timed {
  readonly dispatcher: Dispatcher;
  /** Milliseconds since the last byte of a request was sent. Undefined if the request was not sent. */
  since(options: object): number | undefined;
}

/**
 * Measures from the last byte written to the socket, so that the time to obtain a connection does not count. A
 * dispatcher that does not report sent bytes is measured from the start of the request.
 */
export function timed(sender: Dispatcher, now: () => number = () => performance.now()): Timed {
  const sent = new WeakMap<object, number>();
  const dispatcher = sender.compose((dispatch) => (options, handler) => {
    const noteSendTime = (): void => void sent.set(options, now());
    return dispatch(options, new SendObserver(handler, noteSendTime));
  });
  return {
    dispatcher,
    since(options) {
      const at = sent.get(options);
      return at === undefined ? undefined : now() - at;
    },
  };
}

class SendObserver extends DecoratorHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #note: () => void;
  constructor(handler: Dispatcher.DispatchHandler, note: () => void) {
    super(handler);
    this.#handler = handler;
    this.#note = note;
  }
  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#note();
    this.#handler.onRequestStart?.(controller, context);
  }
  onRequestSent(): void {
    this.#note();
    this.#handler.onRequestSent?.();
  }
}
