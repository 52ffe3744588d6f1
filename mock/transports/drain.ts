import type { ServerResponse } from "node:http";

/** What a server is at, so that it can end once that is done. */
export interface Drain {
  /** Whether only those are answered who watch over the server. */
  readonly isEnding: boolean;
  /** Remembers an exchange until its response is sent, or its connection gone. */
  enter(outgoing: ServerResponse): void;
  /** Ends when no exchange is left, and after so many milliseconds at the latest; answers how many of them are left. */
  end(grace: number): Promise<number>;
}

export function createDrain(): Drain {
  let running = 0;
  let isEnding = false;
  const { promise: done, resolve } = Promise.withResolvers<void>();
  return {
    get isEnding() {
      return isEnding;
    },
    enter(outgoing) {
      running++;
      outgoing.once("close", left);
    },
    async end(grace) {
      isEnding = true;
      if (running === 0 || grace === 0) return grace;
      const began = performance.now();
      const cut = setTimeout(resolve, grace);
      await done;
      clearTimeout(cut);
      return Math.max(0, grace - (performance.now() - began));
    },
  };

  function left(): void {
    if (--running === 0 && isEnding) resolve();
  }
}
