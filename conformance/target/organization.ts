import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  ToolError,
  foldedName,
  isObject,
} from "../../contracts/index.ts";
import { type WireRequest, jsonIn } from "../model/exchange.ts";
import type { Target } from "./target.ts";

/** Organization that a run writes in, with the source that confirms it. */
export interface WriteOrganization {
  readonly id: string;
  /** Source of the confirmation: "a claim of the token", "GET /v1/organization". Null if unconfirmed. */
  readonly knownBy: string | null;
}

/** Names of claims and parameters that identify an organization, in lower case without separators. */
const names: readonly string[] = [
  "orgid",
  "organizationid",
  "organisationid",
  "tenantid",
  "org",
  "organization",
  "tenant",
];

/**
 * Checks that a token acts in an organization, before the run writes anything. Tokens of the platform are opaque, and
 * no header or path names an organization. Two sources can confirm it: a claim of a JSON Web Token, and an
 * operation that reads the organization of the token.
 * @throws ToolError "another-organization" if the token acts in another organization.
 */
export async function confirmOrganization(
  id: string,
  {
    token,
    contracts,
    targetOf,
  }: {
    readonly token?: string | undefined;
    readonly contracts: readonly Contract[];
    targetOf(operation: Operation): Target | undefined;
  },
): Promise<WriteOrganization> {
  const claimed = token === undefined ? [] : readTokenOrganizations(token);
  if (claimed.length > 0) return known("a claim of the token", claimed);
  for (const contract of contracts)
    for (const operation of contract.operations.filter((each) => each.method === "GET" && isOwnOrganization(each))) {
      const target = targetOf(operation);
      if (!target) continue;
      await target.prepareToken();
      const request: WireRequest = { method: "GET", path: operation.path, headers: { accept: "application/json" } };
      const response = await target.send(target.authorize(operation, request)).catch(() => undefined);
      const body = response?.status === 200 ? jsonIn(response) : undefined;
      const shown = isObject(body) ? body["id"] : undefined;
      if (typeof shown === "string") return known(operation.name, [shown]);
    }
  return { id, knownBy: null };

  function known(by: string, found: readonly string[]): WriteOrganization {
    if (found.includes(id)) return { id, knownBy: by };
    throw new ToolError(
      "another-organization",
      `Cannot write in the organization "${id}": the token acts in "${found[0]}", by ${by}`,
      {
        hint: "Use a token of that organization, or set --organization to the organization of the token",
      },
    );
  }
}

/** Values for the path parameters that name an organization, so that the run writes in no other organization. */
export function toOrganizationValues({ parameters }: Operation, id: string): JsonObject {
  const organizationParameters = parameters.filter(
    ({ in: place, name }) => place === "path" && names.includes(foldedName(name)),
  );
  return Object.fromEntries(organizationParameters.map(({ name }) => [name, id]));
}

/** True for a path such as "/v1/organization". False for a list and for a path with parameters. */
function isOwnOrganization({ path }: Operation): boolean {
  return /\/(organi[sz]ation|org|tenant)$/i.test(path) && !path.includes("{");
}

/** Organizations in the claims of a JSON Web Token (RFC 7519, section 4). Empty for any other token. */
function readTokenOrganizations(token: string): readonly string[] {
  const [, payload = "", ...rest] = token.split(".");
  if (rest.length !== 1) return [];
  let claims: Json;
  try {
    claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Json;
  } catch {
    return [];
  }
  if (!isObject(claims)) return [];
  const found: JsonObject = claims;
  return Object.entries(found).flatMap(([name, value]) =>
    typeof value === "string" && names.includes(foldedName(name.slice(name.lastIndexOf(":") + 1))) ? [value] : [],
  );
}
