import { toMembers } from "../resources/members/members.ts";
import type { KeyObject } from "node:crypto";
import { sign } from "../../contracts/signatures/index.ts";
import { readStoredSecret, derivePrivateKey, deriveSecret } from "./signing-keys.ts";
import type { Clock } from "../model/clock.ts";
import { formatMoment } from "../model/clock.ts";
import { HOPS_HEADER } from "../model/hops.ts";
import { maskForms } from "../../contracts/secrets/index.ts";
import type { Store } from "../state/store.ts";
import type { Sender } from "./send.ts";
import { createCredentials, maskedCredentials, withoutCredentials } from "./credentials.ts";
import type { Attempt, Delivery } from "../model/delivery.ts";
import { credentialHeaderError } from "./credential-header-error.ts";
import { readWebhook } from "./webhooks.ts";

export interface AttemptSettings {
  readonly organization: string;
  readonly clock: Clock;
  readonly seed: string;
  readonly store: Store;
  readonly sender: Sender;
}

/** Result of an attempt: the endpoint has the message, may accept it later, or never will. */
export interface Outcome {
  readonly outcome: "delivered" | "again" | "never";
  /** The request, if one was sent. */
  readonly attempt?: Attempt;
  /** Reason why another attempt is useless. */
  readonly reason?: string;
}

/** Makes an attempt of a delivery. A forged one is signed with foreign keys. */
export type MakeAttempt = (delivery: Delivery, isForged: boolean) => Promise<Outcome>;

/** Creates attempts of an organization. Each is signed anew, and has the credentials that its endpoint requires. */
export function createAttempts({ organization, clock, seed, store, sender }: AttemptSettings): MakeAttempt {
  const credentials = createCredentials(clock, (outgoing) => sender.send(outgoing, clock));
  const forgedSeed = `forged ${seed}`;
  let organizationKey: KeyObject | undefined;

  return async ({ webhook: id, message, event, attempts, hops }, isForged) => {
    const webhook = await readWebhook({ organization, store }, id);
    if (!webhook) return { outcome: "never", reason: `Webhook "${id}" was deleted` };
    const authentication = toMembers(webhook.value["endpoint_authentication"]);
    const credentialHeaders = await credentials.headersFor(authentication, hops);
    const now = clock.now();
    if ("failed" in credentialHeaders) return unsent(now, {}, credentialHeaders);

    const body = Buffer.from(JSON.stringify(event));
    const headers = {
      "content-type": "application/json",
      "user-agent": "concord",
      [HOPS_HEADER]: String(hops ?? 1),
      ...sign({
        id: message,
        timestamp: Math.max(Math.floor(now / 1000), latestTimestamp(attempts) + 1),
        body,
        secret: isForged
          ? deriveSecret(forgedSeed, organization, id)
          : await readStoredSecret({ organization, seed, store }, id),
        privateKey: isForged
          ? derivePrivateKey(forgedSeed, organization)
          : (organizationKey ??= derivePrivateKey(seed, organization)),
      }),
    };
    const fault = credentialHeaderError(credentialHeaders.headers, headers);
    if (fault !== undefined) return { outcome: "never", reason: fault };
    const allHeaders = { ...credentialHeaders.headers, ...headers };
    const sent = await sender.send({ url: String(webhook.value["url"]), headers: allHeaders, body, hops }, clock);
    const sentHeaders = { ...maskedCredentials(credentialHeaders.headers), ...headers };
    if ("failed" in sent) return unsent(now, sentHeaders, sent);
    // Endpoints should refuse forged messages.
    if (sent.status === 401 && !isForged) credentials.forget(authentication, credentialHeaders.headers);
    const response = {
      status: sent.status,
      text: withoutCredentials(sent.text, authentication, credentialHeaders.headers),
    };
    const isAccepted = sent.status >= 200 && sent.status < 300;
    return {
      outcome: isAccepted ? "delivered" : "again",
      attempt: { time: formatMoment(now), headers: sentHeaders, response },
    };
  };
}

/** Every attempt has another timestamp: further ones in the same second are a second ahead. */
function latestTimestamp(attempts: readonly Attempt[]): number {
  const latest = attempts.findLast(({ headers }) => "webhook-timestamp" in headers);
  return Number(latest?.headers["webhook-timestamp"] ?? 0);
}

function unsent(
  now: number,
  headers: Attempt["headers"],
  { failed, isFinal }: { readonly failed: string; readonly isFinal?: true },
): Outcome {
  const error = maskForms(failed);
  if (isFinal) return { outcome: "never", reason: error };
  return { outcome: "again", attempt: { time: formatMoment(now), headers, error } };
}
