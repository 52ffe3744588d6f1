import type { WireRequest } from "../model/wire-message.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  ToolError,
  folded,
  isObject,
} from "../../contracts/index.ts";
import { jsonIn } from "../model/exchange.ts";
import type { Target } from "./target.ts";

/** The organization that a run writes in, and how it is known that its token acts there. */
export interface Acting {
  readonly id: string;
  /** "a claim of the token", "GET /v1/organization"; null where nothing tells. */
  readonly knownBy: string | null;
}

/** What names an organization in a token, a path or a query, folded. */
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
 * Whether a token acts in an organization, as far as that can be known: a token is opaque, no header and no path of the
 * platform names an organization (§5.1). One that is a JSON Web Token may have a claim, and a contract may have an
 * operation that reads the token's own organization. Nothing is written before.
 * @throws ToolError "another-organization" where the token acts elsewhere.
 */
export async function actingIn(
  id: string,
  {
    token,
    contracts,
    targetOf,
  }: {
    readonly token?: string;
    readonly contracts: readonly Contract[];
    targetOf(operation: Operation): Target | undefined;
  },
): Promise<Acting> {
  const claimed = token === undefined ? [] : claimsOf(token);
  if (claimed.length > 0) return known("a claim of the token", claimed);
  for (const contract of contracts)
    for (const operation of contract.operations.filter((each) => each.method === "GET" && isOwn(each))) {
      const target = targetOf(operation);
      if (!target) continue;
      const request: WireRequest = { method: "GET", path: operation.path, headers: { accept: "application/json" } };
      const response = await target.send(target.authorize(operation, request)).catch(() => undefined);
      const body = response?.status === 200 ? jsonIn(response) : undefined;
      const shown = isObject(body) ? body["id"] : undefined;
      if (typeof shown === "string") return known(operation.name, [shown]);
    }
  return { id, knownBy: null };

  function known(by: string, found: readonly string[]): Acting {
    if (found.includes(id)) return { id, knownBy: by };
    throw new ToolError(
      "another-organization",
      `Cannot write in the organization "${id}": the token acts in "${found[0]}", by ${by}`,
      {
        hint: "Give a token of that organization, or name the one that the token is of with --organization",
      },
    );
  }
}

/** The path parameters of an operation that name an organization, with this one: others are not written in. */
export function organizationIn({ parameters }: Operation, id: string): JsonObject {
  const own = parameters.filter(({ in: place, name }) => place === "path" && names.includes(folded(name)));
  return Object.fromEntries(own.map(({ name }) => [name, id]));
}

/** "/v1/organization", but no list of them, and none that a path names. */
function isOwn({ path }: Operation): boolean {
  return /\/(organi[sz]ation|org|tenant)$/i.test(path) && !path.includes("{");
}

/** The organizations that the claims of a JSON Web Token name (RFC 7519, section 4). */
function claimsOf(token: string): readonly string[] {
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
    typeof value === "string" && names.includes(folded(name.slice(name.lastIndexOf(":") + 1))) ? [value] : [],
  );
}
