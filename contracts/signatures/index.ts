import { type Verification, type Verified, verifyDelivery as verifyAt } from "./verify.ts";

export type { ReceivedHeaders } from "./received-headers.ts";
export { type SignatureKey, privateKeyFrom } from "./keys.ts";
export { type Reason, reasons } from "./reasons.ts";
export { type SignatureHeaders, type Signing, sign } from "./sign.ts";
export type { Entry, Verified } from "./verify.ts";

/** Received delivery and the keys to verify it with. `now`, in milliseconds, defaults to the system time. */
export type Received = Omit<Verification, "now"> & Partial<Pick<Verification, "now">>;

/**
 * Verifies a received delivery as a receiver should: its timestamp, then v1a, then v1.
 *
 * @example
 * const verified = verify({ headers: request.headers, body: rawBody, secret, publicKey });
 * if (!verified.ok) return new Response(reasons[verified.reason], { status: 401 });
 */
export function verify(received: Received): Verified {
  if (typeof received !== "object" || (received as unknown) === null)
    throw new TypeError("Cannot verify nothing: give the headers, the body, and a secret or a public key");
  const { now = Date.now(), ...rest } = received;
  return verifyAt({ ...rest, now });
}
