import { createHmac, sign as signWith } from "node:crypto";
import { isMessageId, requireBytes, signedContent } from "./signed-content.ts";
import { type SignatureKey, readPrivateKey, secretKey } from "./keys.ts";

/** Delivery to sign, and its keys. */
export interface Signing {
  /** Message id. It begins with "msg_" and stays the same for every attempt. */
  readonly id: string;
  /** Time of the signature, in Unix seconds. */
  readonly timestamp: number;
  /** Raw body of the request. */
  readonly body: Uint8Array;
  /** Signing secret of the webhook ("whsec_…"), for the v1 entry. */
  readonly secret?: string;
  /** Private key of the organization, for the v1a entry. */
  readonly privateKey?: SignatureKey;
}

/** Headers of a signed delivery. */
export type SignatureHeaders = Readonly<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>>;

/** Limit in the year 5138. A larger timestamp is in milliseconds. */
const LATEST_SECONDS = 1e11;

/** Signs a delivery with the given keys: first the v1a entry, then a space and the v1 entry. */
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
