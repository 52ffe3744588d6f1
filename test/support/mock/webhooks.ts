import type { JsonObject } from "../../../contracts/index.ts";
import { verify } from "../../../contracts/signatures/index.ts";
import { publicKeyOf } from "../../../mock/deliveries/signing-keys.ts";
import type { Delivery, Platform } from "../../../mock/index.ts";
import { type Told, ask } from "./ask.ts";
import type { Received, Receiver } from "./receiver.ts";

/** Creates a webhook of "acme", or of who has the token, for an endpoint; answers it with its secret. */
export async function subscribe(
  platform: Platform,
  { url }: Pick<Receiver, "url">,
  event_types: readonly string[],
  token?: string,
  more: JsonObject = {},
): Promise<Told["value"]> {
  const body = { url: `${url}/hooks?x=1`, event_types: [...event_types], ...more };
  return (await ask(platform, "POST /v1/webhooks", { token, body })).value;
}

/** What a receiver would say of what it was sent, at the time when that was signed. */
export function verified(
  received: Received | undefined,
  secret: string,
  organization: string,
  seed = "concord",
): unknown {
  const { headers, body } = received as Received;
  const now = Number(headers["webhook-timestamp"]) * 1000;
  return verify({ headers, body, secret, publicKey: publicKeyOf(seed, organization), now });
}

/** What an endpoint was told. */
export function eventsOf({ received }: Receiver): JsonObject[] {
  return received.map(({ body }) => JSON.parse(String(body)) as JsonObject);
}

/** A delivery in a few words: "pending 2 12:00:15". */
export function shortly(delivery: Delivery | undefined): string {
  const { status, attempts, nextAttempt } = delivery as Delivery;
  return [status, attempts.length, ...(nextAttempt ? [nextAttempt.slice(11, 19)] : [])].join(" ");
}
