import type { Stored } from "../state/stored.ts";
import type { World } from "../calls/call.ts";
import type { Store } from "../state/store.ts";
import type { Awaitable } from "../model/awaitable.ts";

/** Collection of the webhooks of an organization. */
export const WEBHOOK_COLLECTION = "/v1/webhooks";

/** Cached webhooks of an organization, or the promise of them. */
const WEBHOOKS = "webhooks";

/** The webhooks of an organization. They are read once, so that writes without webhooks cost nothing. */
export function listWebhooks({
  store,
  world,
}: {
  readonly store: Store;
  readonly world: World;
}): Awaitable<readonly Stored[]> {
  const { organization, cache } = world;
  const known = cache.get(WEBHOOKS) as Awaitable<readonly Stored[]> | undefined;
  if (known) return known;
  const page = store.list(organization, WEBHOOK_COLLECTION, { offset: 0, limit: Infinity });
  if (!("then" in page)) {
    cache.set(WEBHOOKS, page.items);
    return page.items;
  }
  const pendingRead = page.then(({ items }) => {
    // Does not cache the webhooks if they changed during the read.
    if (cache.get(WEBHOOKS) === pendingRead) cache.set(WEBHOOKS, items);
    return items;
  });
  cache.set(WEBHOOKS, pendingRead);
  return pendingRead;
}

/** Reads a webhook. Undefined if it was deleted. */
export function readWebhook(
  { store, organization }: { readonly store: Store; readonly organization: string },
  id: string,
): Awaitable<Stored | undefined> {
  return store.read({ organization, collection: WEBHOOK_COLLECTION, id });
}

/** Drops the cached webhooks, of all processes. Call it after a webhook was created or deleted. */
export function forgetWebhooks({
  store,
  world: { cache, organization },
}: {
  readonly store: Store;
  readonly world: World;
}): Awaitable<void> {
  cache.delete(WEBHOOKS);
  return store.touch?.(organization);
}

/** Ids of the webhooks that subscribe to an event type, by name or by naming no event types. */
export function subscribedTo(webhooks: readonly Stored[], name: string): string[] {
  return webhooks
    .filter(({ value: { event_types = [name] } }) => Array.isArray(event_types) && event_types.includes(name))
    .map(({ value }) => String(value["id"]));
}
