/** Measurements inside the attacked process. */
export interface Vitals {
  /** Heap in use after garbage collection, in bytes. */
  readonly heap: number;
  /** Number of open connections. */
  readonly sockets: number;
  /** Members that pollute Object.prototype. */
  readonly polluted: readonly string[];
}

const prototypes = [Object, Array, Function, String, Map, Promise].map(
  (each) => [each.prototype as object, new Set(Reflect.ownKeys(each.prototype))] as const,
);

/** Sends the URL to the attacking process, and the vitals on request. */
export function serveVitals(url: string): void {
  process.on("message", () => process.send?.(vitals()));
  process.on("disconnect", () => process.exit());
  process.send?.(url);
}

function vitals(): Vitals {
  for (let count = 0; count < 2; count++) globalThis.gc?.();
  return {
    heap: process.memoryUsage().heapUsed,
    sockets: process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length,
    polluted: prototypes.flatMap(([prototype, known]) =>
      Reflect.ownKeys(prototype)
        .filter((key) => !known.has(key))
        .map(String),
    ),
  };
}
