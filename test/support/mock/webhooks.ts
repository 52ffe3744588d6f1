import type { JsonObject } from "../../../contracts/index.ts";
import { verify } from "../../../contracts/signatures/index.ts";
import { derivePublicKey } from "../../../mock/deliveries/signing-keys.ts";
import type { Delivery, Platform } from "../../../mock/index.ts";
import { type ParsedResponse, ask } from "./ask.ts";
import type { Received, Receiver } from "./receiver.ts";

/** Creates a webhook for an endpoint, by default of "acme", and returns it with its secret. */
export async function subscribe(
  platform: Platform,
  { url }: Pick<Receiver, "url">,
  event_types: readonly string[],
  token?: string,
  more: JsonObject = {},
): Promise<ParsedResponse["value"]> {
  const body = { url: `${url}/hooks?x=1`, event_types: [...event_types], ...more };
  return (await ask(platform, "POST /v1/webhooks", { token, body })).value;
}

/** Verifies a received delivery at the time of its signature. */
export function verified(
  received: Received | undefined,
  secret: string,
  organization: string,
  seed = "concord",
): unknown {
  const { headers, body } = received as Received;
  const now = Number(headers["webhook-timestamp"]) * 1000;
  return verify({ headers, body, secret, publicKey: derivePublicKey(seed, organization), now });
}

/** Events that an endpoint received. */
export function eventsOf({ received }: Receiver): JsonObject[] {
  return received.map(({ body }) => JSON.parse(String(body)) as JsonObject);
}

/** Summary of a delivery: "pending 2 12:00:15". */
export function deliverySummary(delivery: Delivery | undefined): string {
  const { status, attempts, nextAttempt } = delivery as Delivery;
  return [status, attempts.length, ...(nextAttempt ? [nextAttempt.slice(11, 19)] : [])].join(" ");
}
