import type { SecurityScheme } from "../../contracts/index.ts";
import type { IssuedToken, TokenAudience, TokenSource } from "./token-source.ts";

/** A token is renewed so many milliseconds before it expires, or after nine tenths of a shorter life. */
const EARLY_MS = 30_000;

/** Token of a run that is renewed when it expires. All targets of the run share it. */
export interface RenewableToken {
  serves(scheme: SecurityScheme): boolean;
  /** The latest token. Undefined before the first one. */
  current(): string | undefined;
  /** Every secret so far, for masking. */
  secrets(): readonly string[];
  /** Error of a renewal that failed. The latest token is kept, and the run ends. */
  failure(): unknown;
  /** Issues the first token, or a new one if the latest is about to expire. Rejects if there is no first one. */
  prepare(audience: TokenAudience): Promise<void>;
  /** Replaces a token that was refused. Only the first of several simultaneous calls issues a new one. */
  replace(refused: string, audience: TokenAudience): Promise<void>;
}

export function createRenewableToken(source: TokenSource, now: () => number = Date.now): RenewableToken {
  let latest: (IssuedToken & { readonly renewAt: number }) | undefined;
  let pending: Promise<void> | undefined;
  let failure: unknown;
  const issued = new Set<string>();
  return {
    serves: (scheme) => source.serves(scheme),
    current: () => latest?.token,
    failure: () => failure,
    secrets: () => [...issued, ...source.secrets],
    async prepare(audience) {
      if (!latest || latest.renewAt <= now()) await renewed(audience);
    },
    async replace(refused, audience) {
      if (latest?.token === refused) await renewed(audience);
    },
  };

  async function renewed(audience: TokenAudience): Promise<void> {
    if (failure !== undefined) return;
    const isFirst = latest === undefined;
    pending ??= issueToken(audience).finally(() => (pending = undefined));
    await pending.catch((error: unknown) => {
      if (isFirst) throw error;
      failure = error;
    });
  }

  async function issueToken(audience: TokenAudience): Promise<void> {
    const begun = now();
    const next = await source.issue(audience);
    const life = next.expiresAt === undefined ? Infinity : next.expiresAt - begun;
    issued.add(next.token);
    // A token that has expired already is used once: the target decides.
    latest = { ...next, renewAt: life <= 0 ? Infinity : begun + Math.max(life - EARLY_MS, life * 0.9) };
  }
}
