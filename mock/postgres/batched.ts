import { runInBackground } from "../model/background.ts";

/** Largest number of keys of one batch. */
const MAX_KEYS = 250;

/** Batches that run at the same time. With more, each has fewer keys. */
const MAX_RUNNING = 2;

/**
 * Collects the keys that are asked for while other batches run, and asks for them together. A key is asked for after
 * the call, so that the result has everything that was stored before it.
 * @param run returns a result for each key, in the same order, or a promise of it.
 */
export function batched<K, V>(
  run: (keys: readonly K[]) => Promise<readonly (V | Promise<V>)[]>,
): (key: K) => Promise<V> {
  interface Waiting {
    readonly key: K;
    readonly resolve: (value: V | Promise<V>) => void;
    readonly reject: (reason: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let running = 0;
  let isScheduled = false;

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      scheduleBatch();
    });

  function scheduleBatch(): void {
    if (isScheduled || running >= MAX_RUNNING) return;
    isScheduled = true;
    // Requests of the same turn of the event loop share a batch.
    queueMicrotask(() => {
      isScheduled = false;
      if (waiting.length > 0) runInBackground("read a batch", () => runBatch(waiting.splice(0, MAX_KEYS)));
    });
  }

  async function runBatch(batch: readonly Waiting[]): Promise<void> {
    running++;
    try {
      const results = await run(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as V | Promise<V>);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      if (waiting.length > 0) scheduleBatch();
    }
  }
}
