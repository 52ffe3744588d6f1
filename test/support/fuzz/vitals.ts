/** What can only be seen from within a process. */
export interface Vitals {
  /** Bytes that are in use once all that can go is gone. */
  readonly heap: number;
  /** Connections that are open. */
  readonly sockets: number;
  /** Members that do not belong to every object. */
  readonly polluted: readonly string[];
}

const prototypes = [Object, Array, Function, String, Map, Promise].map(
  (each) => [each.prototype as object, new Set(Reflect.ownKeys(each.prototype))] as const,
);

/** Tells who attacks this process where it listens, and its vitals whenever they are asked for. */
export function tell(url: string): void {
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
