import { isSendableToken } from "../credentials/sendable-token.ts";
import type { IdentityTokens } from "./identities.ts";

/** Problem with one of the tokens of a run. */
export interface TokenFault {
  readonly which: "token" | keyof IdentityTokens;
  /** Predicate that completes the sentence "The token …". It never contains the token. */
  readonly reason: string;
}

/** First unusable token. Undefined if all tokens are usable. */
export function findTokenFault(token: string | undefined, identities: IdentityTokens = {}): TokenFault | undefined {
  const others = Object.entries(identities) as [keyof IdentityTokens, string][];
  const all = [...(token === undefined ? [] : [["token", token] as const]), ...others];
  const [unsendable] = all.find(([, text]) => !isSendableToken(text)) ?? [];
  if (unsendable !== undefined) return { which: unsendable, reason: unsendableReason };
  // Other identities must lack permissions of the usual token. The same token twice would cause false findings.
  const [same] = others.find(([, text]) => text === token) ?? [];
  return same && { which: same, reason: "is the usual one, and has to be another" };
}

export const unsendableReason = "has characters that cannot be sent: a token is visible ASCII, without spaces";
