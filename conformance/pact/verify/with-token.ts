import type { WireRequest } from "../../model/wire-message.ts";
import type { Operation } from "../../../contracts/index.ts";
import { authorize } from "../../target/credentials.ts";

/**
 * A request with a token in place of its own credentials, where its operation wants it. One that wants none, or that
 * no contract has, carries it as a bearer token: so a mock knows whose organization is meant.
 */
export function withToken(operation: Operation | undefined, request: WireRequest, token: string): WireRequest {
  const { authorization: _, ...headers } = request.headers;
  const bare: WireRequest = { ...request, headers };
  const authorized = operation ? authorize(operation, bare, token) : bare;
  return authorized === bare ? { ...bare, headers: { ...headers, authorization: `Bearer ${token}` } } : authorized;
}
