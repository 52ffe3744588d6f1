import type { KeyObject } from "node:crypto";

/** What came of reading a key again: it was read not long ago, it is the same, another, or cannot be had. */
export type Renewal =
  | { readonly outcome: "recent" | "same" | "changed" }
  | { readonly outcome: "failed"; readonly reason: string };

/** A public key that may be replaced while it is used. */
export interface PublicKeySource {
  /** The key that was read last. */
  readonly key: KeyObject;
  /** Reads it again, unless that was done within the last minute. */
  renew(): Promise<Renewal>;
}

/** The key rarely changes: so long, it is not asked for again. */
const KEPT_MILLISECONDS = 60_000;

/** Reads a key, and again where a delivery does not verify with it. */
export async function createPublicKeySource(
  read: () => Promise<KeyObject>,
  now: () => number,
): Promise<PublicKeySource> {
  let key = await read();
  let readAt = now();
  let renewing: Promise<Renewal> | undefined;
  return {
    get key() {
      return key;
    },
    renew() {
      if (renewing) return renewing;
      if (now() - readAt < KEPT_MILLISECONDS) return Promise.resolve({ outcome: "recent" });
      readAt = now();
      return (renewing = again().finally(() => (renewing = undefined)));
    },
  };

  async function again(): Promise<Renewal> {
    try {
      const before = key;
      key = await read();
      return { outcome: key.equals(before) ? "same" : "changed" };
    } catch (error) {
      return { outcome: "failed", reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
