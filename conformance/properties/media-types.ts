import type { WireRequest } from "../model/exchange.ts";
import type { Scope, InitialScope } from "../scope/scope.ts";
import { type Property, hasPlain } from "../scope/property.ts";

const UNKNOWN = "application/x-none";

/** A body of an undocumented media type is refused, if the operation documents a 415. */
export const contentTypeRefused: Property = {
  id: "content-type-refused",
  claim: "The target refuses a body of an undocumented media type with 415",
  cause: "accepting",
  faultCode: "F102",
  phase: "coverage",
  writes: false,
  sendsInvalid: true,
  applies: (scope) =>
    documentsStatus(scope, "415") && !(scope.target.acceptsAssumed && scope.operation.body?.basis === "assumed"),
  hasRequests: ({ coverage }) => coverage?.plain.body !== undefined,
  given: ({ coverage }) => [
    { label: "", requests: coverage ? [withHeader(coverage.plain, "content-type")] : [], runs: 0 },
  ],
  holds: (request, scope) => refusedWith(415, request, scope, "content-type-refused"),
};

/** A request that accepts none of the documented media types is refused, if the operation documents a 406. */
export const unacceptableRefused: Property = {
  id: "unacceptable-refused",
  claim: "The target returns 406 if the request accepts no documented media type",
  phase: "coverage",
  writes: false,
  sendsInvalid: true,
  applies: (scope) => documentsStatus(scope, "406"),
  hasRequests: hasPlain,
  given: ({ coverage }) => [{ label: "", requests: coverage ? [withHeader(coverage.plain, "accept")] : [], runs: 0 }],
  holds: (request, scope) => refusedWith(406, request, scope, "unacceptable-refused"),
};

function documentsStatus({ operation }: InitialScope, status: string): boolean {
  return operation.responses.some((response) => response.status === status);
}

function withHeader(request: WireRequest, name: string): WireRequest {
  return { ...request, headers: { ...request.headers, [name]: UNKNOWN } };
}

/** Sends the request and reports a success. Any other refusal passes, because the requested item may not exist. */
async function refusedWith(expected: number, request: WireRequest, scope: Scope, check: string) {
  const { exchange, judge, operation } = scope;
  const result = await exchange(request);
  const { status } = result.response;
  if (status >= 300) return judge(result);
  const message = `It was answered ${status}, where ${expected} is documented`;
  return [{ check, key: "accepted", message, basis: operation.basis, exchange: result }];
}
