import type { IdentityTokens } from "./identities.ts";

/** What is wrong with one of the tokens of a run. */
export interface TokenFault {
  readonly which: "token" | keyof IdentityTokens;
  /** As the end of a sentence; never with the token. */
  readonly reason: string;
}

/** The first token that cannot be what it is said to be; nothing where all can. */
export function tokenFaultIn(token: string | undefined, identities: IdentityTokens = {}): TokenFault | undefined {
  const others = Object.entries(identities) as [keyof IdentityTokens, string][];
  const all = [...(token === undefined ? [] : [["token", token] as const]), ...others];
  const [unsendable] = all.find(([, text]) => !isSendableToken(text)) ?? [];
  if (unsendable !== undefined) return { which: unsendable, reason: unsendableReason };
  // What the usual token may do, another must not: who has it twice would be told of faults that are none.
  const [same] = others.find(([, text]) => text === token) ?? [];
  return same && { which: same, reason: "is the usual one, and has to be another" };
}

export const unsendableReason = "has characters that cannot be sent: a token is visible ASCII, without spaces";

/** Whether a token can stand in a header. */
export function isSendableToken(text: string): boolean {
  return /^[\u0021-\u007e]+$/.test(text);
}
