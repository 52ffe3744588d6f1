import { createClock, createPlatform, createPostgresStore } from "../../../mock/index.ts";
import { WEBHOOK_COLLECTION } from "../../../mock/deliveries/webhooks.ts";
import type { Clock, PlatformOptions } from "../../../mock/index.ts";

/** Starts a platform without contracts on a database, as one of several that share it. */
export async function startReplica(url: string, options: Partial<PlatformOptions> & { readonly clock?: Clock } = {}) {
  const store = createPostgresStore(url);
  const platform = createPlatform([], { clock: createClock(Date.now), ...options, store });
  await platform.open();
  return {
    platform,
    store,
    /** Adds a webhook that receives each event of the type "a.b". */
    async subscribe(organization: string, id: string, endpoint: string): Promise<void> {
      const value = { id, url: endpoint, event_types: ["a.b"] };
      await store.change({ organization, collection: WEBHOOK_COLLECTION, id }, () => ({ value }));
    },
    /** Publishes events with these numbers, one after the other. */
    async publish(organization: string, numbers: readonly number[]): Promise<void> {
      for (const number of numbers)
        await platform.organization(organization).emit({ name: "a.b", payload: { number } });
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await platform.close();
      await store.close();
    },
  };
}

/** Numbers from 0 up to a maximum. */
export function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => number);
}

// As a process of its own: publishes so many events in the organization "acme", and then delivers them until it is killed.
if (import.meta.main) {
  const [url = "", count = ""] = process.argv.slice(2);
  const replica = await startReplica(url);
  await replica.publish("acme", numbersTo(Number(count)));
  process.stdout.write("published\n");
  setInterval(() => undefined, 1000);
}
