import type { KeyObject } from "node:crypto";

/** Result of reading a key again: it was read recently, is the same, has changed, or cannot be read. */
export type KeyRenewal =
  | { readonly outcome: "recent" | "same" | "changed" }
  | { readonly outcome: "failed"; readonly reason: string };

/** Public key that may be replaced during use. */
export interface PublicKeySource {
  /** Latest key. */
  readonly key: KeyObject;
  /** Reads the key again, unless the last time was within a minute. */
  readAgain(): Promise<KeyRenewal>;
}

/** Minimum time between two reads. The key rarely changes. */
const KEPT_MILLISECONDS = 60_000;

/** Reads a key, and reads it again for a delivery that does not verify. */
export async function createPublicKeySource(
  read: () => Promise<KeyObject>,
  now: () => number,
): Promise<PublicKeySource> {
  let key = await read();
  let readAt = now();
  let renewing: Promise<KeyRenewal> | undefined;
  return {
    get key() {
      return key;
    },
    readAgain() {
      if (renewing) return renewing;
      if (now() - readAt < KEPT_MILLISECONDS) return Promise.resolve({ outcome: "recent" });
      readAt = now();
      return (renewing = again().finally(() => (renewing = undefined)));
    },
  };

  async function again(): Promise<KeyRenewal> {
    try {
      const before = key;
      key = await read();
      return { outcome: key.equals(before) ? "same" : "changed" };
    } catch (error) {
      return { outcome: "failed", reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
