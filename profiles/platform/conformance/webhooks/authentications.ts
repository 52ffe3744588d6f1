import { createGuard, type EndpointAuthentication, type Guard } from "../../../../conformance/profile/index.ts";
import type { JsonObject } from "../../../../contracts/index.ts";
import { seededHex } from "../../../../contracts/generate/index.ts";
import type { Endpoint } from "./endpoint.ts";

const value = seededHex("a delivery to Concord", 24);

/** Kinds of authentication that a webhook can configure for its deliveries (§5.2), and no authentication. */
export const authentications: readonly (EndpointAuthentication | undefined)[] = [
  undefined,
  { type: "api_key", header: "X-API-Key", value },
  { type: "basic", username: "concord", password: value },
  { type: "oauth", client_id: "concord", client_secret: value, token_url: "http://127.0.0.1/" },
];

/** Authentication for the body of a webhook, and the credentials that its deliveries need. */
export function withEndpointAuthentication(
  authentication: EndpointAuthentication,
  { tokenUrl }: Pick<Endpoint, "tokenUrl">,
): { readonly body: JsonObject; readonly guard: Guard } {
  const own = authentication.type === "oauth" ? { ...authentication, token_url: tokenUrl } : authentication;
  let tokens = 0;
  const guard = createGuard(own, { now: Date.now, newToken: () => seededHex(`token ${tokens++}`, 24) });
  return { body: { endpoint_authentication: { ...own } }, guard };
}
