import { DecoratorHandler, type Dispatcher } from "undici";

/** Sends requests, and tells how long each took. */
export interface Timed {
  readonly dispatcher: Dispatcher;
  /** Since the last byte of a request was sent; nothing where it was not. */
  since(options: object): number | undefined;
}

/**
 * Measures from the last byte that is handed to the socket: neither waiting for a connection nor making one is the
 * target's. Where a dispatcher tells nothing of bytes, from the beginning of the request.
 */
export function timed(sender: Dispatcher, now: () => number = () => performance.now()): Timed {
  const sent = new WeakMap<object, number>();
  const dispatcher = sender.compose((dispatch) => (options, handler) => {
    const note = (): void => void sent.set(options, now());
    return dispatch(options, new Noting(handler, note));
  });
  return {
    dispatcher,
    since(options) {
      const at = sent.get(options);
      return at === undefined ? undefined : now() - at;
    },
  };
}

class Noting extends DecoratorHandler {
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
