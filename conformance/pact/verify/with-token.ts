import type { WireRequest } from "../../model/exchange.ts";
import type { Operation } from "../../../contracts/index.ts";
import type { Target } from "../../target/target.ts";
import { authorize } from "../../credentials/authorize.ts";

/**
 * Request with a token instead of its own credentials. Without a documented scheme, the token is a bearer token, which
 * tells a mock the organization.
 */
export function withToken(operation: Operation | undefined, request: WireRequest, token: string): WireRequest {
  const bare = withoutAuthorization(request);
  const authorized = operation ? authorize(operation, bare, token) : bare;
  if (authorized === bare) return withBearer(bare, token);
  return authorized;
}

/** Request with the credentials of a target instead of its own. Without a documented scheme, a token is a bearer token. */
export function replaceCredentials(
  target: Pick<Target, "authorize" | "token">,
  operation: Operation | undefined,
  request: WireRequest,
): WireRequest {
  const bare = withoutAuthorization(request);
  const authorized = target.authorize(operation ?? { security: [] }, bare);
  const token = target.token();
  if (authorized === bare && token !== undefined) return withBearer(bare, token);
  return authorized;
}

function withBearer(request: WireRequest, token: string): WireRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

function withoutAuthorization(request: WireRequest): WireRequest {
  const { authorization: _, ...headers } = request.headers;
  return { ...request, headers };
}
