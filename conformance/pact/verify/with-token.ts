import type { WireRequest } from "../../model/wire-message.ts";
import type { Operation } from "../../../contracts/index.ts";
import { authorize } from "../../credentials/authorize.ts";

/**
 * Request with a token instead of its own credentials. Without a documented scheme, the token is a bearer token, which
 * tells a mock the organization.
 */
export function withToken(operation: Operation | undefined, request: WireRequest, token: string): WireRequest {
  const { authorization: _, ...headers } = request.headers;
  const bare: WireRequest = { ...request, headers };
  const authorized = operation ? authorize(operation, bare, token) : bare;
  return authorized === bare ? { ...bare, headers: { ...headers, authorization: `Bearer ${token}` } } : authorized;
}
