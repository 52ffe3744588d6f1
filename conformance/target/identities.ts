import type { Identity } from "../model/exchange.ts";
import { authorize, withSchemeAlone } from "../credentials/authorize.ts";

/** Optional tokens for identities other than the usual one. */
export interface IdentityTokens {
  /** Expired token. */
  readonly expired?: string;
  /** Read-only token. */
  readonly readOnly?: string;
  /** Token of another organization, which must not see the items of the usual identity. */
  readonly other?: string;
}

/** Environment variables for the tokens in printed commands, if they differ from the defaults. */
export type TokenVariables = { readonly [which in "token" | keyof IdentityTokens]?: string };

type Tokens = { readonly [which in keyof IdentityTokens]: IdentityTokens[which] | undefined };

export interface Identities {
  readonly expired?: Identity | undefined;
  readonly readOnly?: Identity | undefined;
  readonly other?: Identity | undefined;
}

const none: Identity = { id: "none", description: "no credentials", authorize: (_, request) => request };

const garbage: Identity = {
  id: "garbage",
  description: "an invalid token",
  authorize: (operation, request) => authorize(operation, request, "garbage"),
};

const schemeAlone: Identity = {
  id: "scheme-alone",
  description: "a scheme without a token",
  authorize: withSchemeAlone,
};

export function createIdentities({ expired, readOnly, other }: Tokens, variables: TokenVariables = {}): Identities {
  return {
    expired: holder("expired", "a token that has expired", expired, variables.expired ?? "CONCORD_EXPIRED_TOKEN"),
    readOnly: holder(
      "read-only",
      "a token that may only read",
      readOnly,
      variables.readOnly ?? "CONCORD_READ_ONLY_TOKEN",
    ),
    other: holder("other", "a token of another organization", other, variables.other ?? "CONCORD_OTHER_TOKEN"),
  };
}

/** Identities that every operation with security requirements must refuse. */
export function invalidIdentities({ expired }: Identities): readonly Identity[] {
  return [none, garbage, schemeAlone, ...(expired ? [expired] : [])];
}

function holder(
  id: Identity["id"],
  description: string,
  token: string | undefined,
  variable: string,
): Identity | undefined {
  if (token === undefined) return undefined;
  const hasPassword = token.includes(":");
  return {
    id,
    description,
    variable,
    hasPassword,
    authorize: (operation, request) => authorize(operation, request, token),
  };
}
