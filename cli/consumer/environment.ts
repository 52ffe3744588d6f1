import type { Contract } from "../../contracts/index.ts";
import type { Mock } from "../../mock/index.ts";
import { platformMock } from "../../api/mock.ts";

/** Organization of the consumer. It has the fixtures. */
const ORGANIZATION = "demo";

/** Variables in the environment of a consumer, for the help. */
export const variables: readonly (readonly [name: string, meaning: string])[] = [
  ["CONCORD_BASE_URL", "base URL of all APIs"],
  ["CONCORD_<API>_BASE_URL", "base URL of one API, such as CONCORD_PET_STORE_BASE_URL"],
  ["CONCORD_TOKEN", "API token"],
  ["CONCORD_ORGANIZATION", "organization of the token"],
  ["CONCORD_PUBLIC_KEY_URL", "URL of the organization's public key, for receivers of webhooks"],
  ["CONCORD_FAULT", "name of the fault, or none"],
];

/**
 * Environment of a consumer that tests against a mock. With the profile "platform", each variable also has a name that
 * begins with PLATFORM_.
 */
export function createEnvironment(
  { url, org, platform }: Mock,
  contracts: readonly Contract[],
  fault: string,
): Readonly<Record<string, string>> {
  const key = contracts.flatMap(({ routes }) => routes).find(({ id }) => id === "getPublicKey");
  const environment: Readonly<Record<string, string>> = {
    CONCORD_BASE_URL: url,
    ...Object.fromEntries(contracts.map(({ api }) => [nameApiVariable(api), `${url}/${encodeURIComponent(api)}`])),
    CONCORD_TOKEN: org(ORGANIZATION).token,
    CONCORD_ORGANIZATION: ORGANIZATION,
    ...(key && { CONCORD_PUBLIC_KEY_URL: `${url}${key.path}?orgId=${ORGANIZATION}` }),
    CONCORD_FAULT: fault,
  };
  if (platform.profile.name !== platformMock.name) return environment;
  const other = Object.entries(environment).map(([name, value]) => [name.replace("CONCORD_", "PLATFORM_"), value]);
  return { ...environment, ...(Object.fromEntries(other) as Record<string, string>) };
}

function nameApiVariable(api: string): string {
  return `CONCORD_${api.replaceAll(/[^A-Za-z0-9]+/g, "_").toUpperCase()}_BASE_URL`;
}
