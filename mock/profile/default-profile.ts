import { hash } from "node:crypto";
import { isOrganizationName } from "../model/credential-policy.ts";
import type { MockProfile } from "./mock-profile.ts";

/** Beginning of a token that names its organization: "mock-acme" acts for "acme". */
const PREFIX = "mock-";

/** Hexadecimal digits of a hash that names an organization: 64 bits, so that two credentials never share one. */
const DIGITS = 16;

/**
 * The mock of any document. Every credential is accepted, and each distinct one has an organization of its own, named
 * by a hash so that the secret appears in no state, journal or log. A token such as "mock-acme" names its organization.
 */
export const defaultMock: MockProfile = {
  name: "default",
  seedExamples: true,
  usualValues: true,
  credentials: {
    organizationOf(credentials) {
      if (credentials.includes("")) return undefined;
      return (
        credentials.map(readPrefixedName).find((name) => name !== undefined) ?? `key-${hashCredentials(credentials)}`
      );
    },
    tokenOf: (organization) => `${PREFIX}${organization}`,
    about: `any credential works, each with its own state; ${PREFIX}<name> names it`,
    acceptsAny: true,
    missing: (place) =>
      `The request carries no credentials: send ${place}; any value is accepted, and ${PREFIX}acme acts for "acme"`,
    unknown: "The credentials are empty: send any value",
  },
};

function readPrefixedName(credential: string): string | undefined {
  const name = credential.startsWith(PREFIX) ? credential.slice(PREFIX.length) : undefined;
  if (isOrganizationName(name)) return name;
  return undefined;
}

/** Names by credential. Most requests have a credential of an earlier one. */
const hashes = new Map<string, string>();
const MAX_HASHES = 1000;

function hashCredentials(credentials: readonly string[]): string {
  const text = credentials.length === 1 ? (credentials[0] as string) : JSON.stringify(credentials);
  let name = hashes.get(text);
  if (name === undefined) {
    if (hashes.size >= MAX_HASHES) hashes.clear();
    hashes.set(text, (name = hash("sha256", text, "hex").slice(0, DIGITS)));
  }
  return name;
}
