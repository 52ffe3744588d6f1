import { startMock } from "../../mock/index.ts";

// The process that is attacked: the mock, and what can only be seen from within it.

/** What is asked for over IPC, and answered. */
export interface Vitals {
  readonly heap: number;
  /** Connections and other things that are open. */
  readonly sockets: number;
  /** Members that do not belong to every object. */
  readonly polluted: readonly string[];
}

const prototypes = [Object, Array, Function, String, Map, Promise].map(
  (each) => [each.prototype as object, new Set(Reflect.ownKeys(each.prototype))] as const,
);

const mock = await startMock({ rateLimit: { burst: 1e9, perSecond: 1e9 } });

process.on("message", () => {
  for (let count = 0; count < 3; count++) globalThis.gc?.();
  const vitals: Vitals = {
    heap: process.memoryUsage().heapUsed,
    sockets: process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length,
    polluted: prototypes.flatMap(([prototype, known]) =>
      Reflect.ownKeys(prototype)
        .filter((key) => !known.has(key))
        .map(String),
    ),
  };
  process.send?.(vitals);
});
// Who attacks is gone.
process.on("disconnect", () => process.exit());
process.send?.(mock.url);
