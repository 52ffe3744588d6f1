import type { Contract } from "../../contracts/index.ts";
import type { Mock } from "../../mock/index.ts";

/** Organization of the consumer. It has the fixtures. */
const ORGANIZATION = "demo";

/** Variables in the environment of a consumer, for the help. */
export const variables: readonly (readonly [name: string, meaning: string])[] = [
  ["PLATFORM_BASE_URL", "base URL of all APIs"],
  ["PLATFORM_<API>_BASE_URL", "base URL of one API, such as PLATFORM_WORKFLOW_EXECUTION_BASE_URL"],
  ["PLATFORM_TOKEN", "API token"],
  ["PLATFORM_ORGANIZATION", "organization of the token"],
  ["PLATFORM_PUBLIC_KEY_URL", "URL of the organization's public key, for receivers of webhooks"],
  ["PLATFORM_FAULT", "name of the fault, or none"],
];

/** Environment of a consumer that tests against a mock. */
export function environmentOf(
  { url, org }: Mock,
  contracts: readonly Contract[],
  fault: string,
): Readonly<Record<string, string>> {
  const key = contracts.flatMap(({ routes }) => routes).find(({ id }) => id === "getPublicKey");
  return {
    PLATFORM_BASE_URL: url,
    ...Object.fromEntries(contracts.map(({ api }) => [variableOf(api), `${url}/${encodeURIComponent(api)}`])),
    PLATFORM_TOKEN: org(ORGANIZATION).token,
    PLATFORM_ORGANIZATION: ORGANIZATION,
    ...(key && { PLATFORM_PUBLIC_KEY_URL: `${url}${key.path}?orgId=${ORGANIZATION}` }),
    PLATFORM_FAULT: fault,
  };
}

function variableOf(api: string): string {
  return `PLATFORM_${api.replaceAll(/[^A-Za-z0-9]+/g, "_").toUpperCase()}_BASE_URL`;
}
