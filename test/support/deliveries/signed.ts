import { generateKeyPairSync } from "node:crypto";
import { sign } from "../../../contracts/signatures/index.ts";

/** Keys, an id and a body that tests of deliveries share. */
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
export { publicKey };
export const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
export const timestamp = 1_750_000_000;
export const now = timestamp * 1000;
export const id = "msg_1";

/** Signed delivery of a body, as a receiver gets it. */
export function signedDelivery(body: string | Uint8Array, signing: Partial<Parameters<typeof sign>[0]> = {}) {
  const bytes = Buffer.from(body as string);
  const headers = Object.entries(sign({ id, timestamp, body: bytes, secret, privateKey, ...signing }));
  return { headers: [["content-type", "application/json"] as const, ...headers], body: bytes as Uint8Array };
}

/** Replaces headers of a delivery. */
export function withHeaders<Delivery extends { headers: readonly (readonly [string, string])[] }>(
  delivery: Delivery,
  changed: Readonly<Record<string, (value: string) => string>>,
): Delivery {
  return { ...delivery, headers: delivery.headers.map(([name, value]) => [name, changed[name]?.(value) ?? value]) };
}
