/** Counter of the open exchanges of a server, so that it can shut down when they are done. */
export interface Drain {
  /** True if a shutdown was announced. Then no connection is kept, so that clients change to another replica. */
  readonly isAnnounced: boolean;
  /** True during shutdown. Then only health probes are served. */
  readonly isEnding: boolean;
  announce(): void;
  /** Counts an exchange whose request is complete. */
  enter(): void;
  /** Counts an exchange whose response was given to the connection, which sends it before it closes. */
  leave(): void;
  /** Waits for the open exchanges, at most `grace` milliseconds. Returns the remaining milliseconds. */
  end(grace: number): Promise<number>;
}

export function createDrain(): Drain {
  let running = 0;
  let isAnnounced = false;
  let isEnding = false;
  const { promise: done, resolve } = Promise.withResolvers<void>();
  return {
    get isAnnounced() {
      return isAnnounced;
    },
    get isEnding() {
      return isEnding;
    },
    announce() {
      isAnnounced = true;
    },
    enter() {
      running++;
    },
    leave() {
      if (--running === 0 && isEnding) resolve();
    },
    async end(grace) {
      isEnding = true;
      if (running === 0 || grace === 0) return grace;
      const startedAt = performance.now();
      const timeout = setTimeout(resolve, grace);
      await done;
      clearTimeout(timeout);
      return Math.max(0, grace - (performance.now() - startedAt));
    },
  };
}
