import { createHmac, sign as signWith } from "node:crypto";
import { isMessageId, requireBytes, signedContent } from "./content.ts";
import { type SignatureKey, readPrivateKey, secretKey } from "./keys.ts";

export interface Signing {
  /** Identifies the message; it begins with "msg_", and stays when the message is sent again. */
  readonly id: string;
  /** When it is signed, in Unix seconds. */
  readonly timestamp: number;
  /** The body as it is sent. */
  readonly body: Uint8Array;
  /** The webhook's signing secret ("whsec_…"), for the v1 entry. */
  readonly secret?: string;
  /** The organization's private key, for the v1a entry. */
  readonly privateKey?: SignatureKey;
}

/** The headers of a signed delivery (§2.4). */
export type SignatureHeaders = Readonly<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>>;

/** In the year 5138: what is later is a time in milliseconds. */
const LATEST_SECONDS = 1e11;

/** Signs a delivery, with all that is given: the v1a entry first, a space, the v1 entry (§5.3.5). */
export function sign({ id, timestamp, body, secret, privateKey }: Signing): SignatureHeaders {
  requireBytes("sign", body);
  if (!isMessageId(id))
    throw new TypeError(
      `Cannot sign a message with the id "${id}": it must begin with "msg_", without dots and spaces`,
    );
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    throw new TypeError(`Cannot sign at the time "${timestamp}": it must be whole seconds since 1970`);
  if (timestamp >= LATEST_SECONDS)
    throw new TypeError(
      `Cannot sign at the time "${timestamp}": that is milliseconds, and it must be seconds since 1970`,
    );
  if (secret === undefined && privateKey === undefined)
    throw new TypeError("Cannot sign with nothing: give a secret, a private key, or both");
  const content = signedContent(id, String(timestamp), body);
  const entries = [
    ...(privateKey === undefined
      ? []
      : [`v1a,${signWith(null, content, readPrivateKey(privateKey)).toString("base64")}`]),
    ...(secret === undefined ? [] : [`v1,${createHmac("sha256", secretKey(secret)).update(content).digest("base64")}`]),
  ];
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": entries.join(" ") };
}
