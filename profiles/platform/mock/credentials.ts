import type { CredentialPolicy } from "../../../mock/profile/index.ts";

const tokenForm = /^org_([A-Za-z0-9][A-Za-z0-9_-]{0,99})(:.*)?$/s;

/** The organization that a token names: "org_acme" and "org_acme:anything" name "acme". */
export function readTokenOrganization(token: string): string | undefined {
  return tokenForm.exec(token)?.[1];
}

function formatToken(organization: string): string {
  return `org_${organization}`;
}

/** Tokens of the platform name their organization (§5.1). */
export const credentials: CredentialPolicy = {
  organizationOf(given) {
    const named = given.map(readTokenOrganization);
    if (named.includes(undefined)) return undefined;
    return named[0];
  },
  tokenOf: formatToken,
  about: "any org_<name> works, each with its own state",
  acceptsAny: false,
  missing: (place) => `The request carries no credentials: send ${place} with a token such as org_acme`,
  unknown: "The token names no organization: it must read org_<name> or org_<name>:<anything>, such as org_acme",
};
