import type { Identity } from "../model/identity.ts";
import { authorize, withSchemeAlone } from "./credentials.ts";

/** Tokens of others, for those who have them. */
export interface IdentityTokens {
  /** One that was valid once. */
  readonly expired?: string;
  /** One that may only read. */
  readonly readOnly?: string;
  /** One of another organization, that must see nothing of what the usual one makes. */
  readonly other?: string;
}

/** The variables that commands take tokens from, where they are others than the usual ones. */
export type TokenVariables = { readonly [which in "token" | keyof IdentityTokens]?: string };

export interface Identities {
  readonly expired?: Identity;
  readonly readOnly?: Identity;
  readonly other?: Identity;
}

const none: Identity = { id: "none", words: "no credentials", authorize: (_, request) => request };

const garbage: Identity = {
  id: "garbage",
  words: "a token that is none",
  authorize: (operation, request) => authorize(operation, request, "garbage"),
};

const schemeAlone: Identity = {
  id: "scheme-alone",
  words: "a scheme without a token",
  authorize: withSchemeAlone,
};

export function identitiesOf({ expired, readOnly, other }: IdentityTokens, variables: TokenVariables = {}): Identities {
  return {
    ...(expired !== undefined && {
      expired: holder("expired", "a token that has expired", {
        token: expired,
        variable: variables.expired ?? "CONCORD_EXPIRED_TOKEN",
      }),
    }),
    ...(readOnly !== undefined && {
      readOnly: holder("read-only", "a token that may only read", {
        token: readOnly,
        variable: variables.readOnly ?? "CONCORD_READ_ONLY_TOKEN",
      }),
    }),
    ...(other !== undefined && {
      other: holder("other", "a token of another organization", {
        token: other,
        variable: variables.other ?? "CONCORD_OTHER_TOKEN",
      }),
    }),
  };
}

/** Those that no operation that needs credentials may let in. */
export function strangers({ expired }: Identities): readonly Identity[] {
  return [none, garbage, schemeAlone, ...(expired ? [expired] : [])];
}

function holder(
  id: Identity["id"],
  words: string,
  { token, variable }: { readonly token: string; readonly variable: string },
): Identity {
  const hasPassword = token.includes(":");
  return { id, words, variable, hasPassword, authorize: (operation, request) => authorize(operation, request, token) };
}
