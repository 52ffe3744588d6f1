import { createGuard, type EndpointAuthentication, type Guard } from "../../../../conformance/profile/index.ts";
import type { JsonObject } from "../../../../contracts/index.ts";
import { seededHex } from "../../../../contracts/generate/index.ts";
import type { Endpoint } from "./endpoint.ts";

const value = seededHex("a delivery to Concord", 24);

/** The ways in which a delivery can show where it comes from (§5.2), as a webhook is told of them; and none. */
export const authentications: readonly (EndpointAuthentication | undefined)[] = [
  undefined,
  { type: "api_key", header: "X-API-Key", value },
  { type: "basic", username: "concord", password: value },
  { type: "oauth", client_id: "concord", client_secret: value, token_url: "http://127.0.0.1/" },
];

/** What a webhook is given of it, and what lets its deliveries in. */
export function authenticated(
  authentication: EndpointAuthentication,
  { tokenUrl }: Pick<Endpoint, "tokenUrl">,
): { readonly body: JsonObject; readonly guard: Guard } {
  const own = authentication.type === "oauth" ? { ...authentication, token_url: tokenUrl } : authentication;
  let tokens = 0;
  const guard = createGuard(own, { now: Date.now, newToken: () => seededHex(`token ${tokens++}`, 24) });
  return { body: { endpoint_authentication: { ...own } }, guard };
}
