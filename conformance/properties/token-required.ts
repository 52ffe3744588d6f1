import {
  readGraphqlResponse,
  executesQueries,
  buildQueryRequest,
  findQueriedSchema,
} from "../promises/graphql/schema.ts";
import type { Exchange, Identity, WireRequest } from "../model/exchange.ts";
import { classifyResponse } from "../checks/response-failure.ts";
import { invalidIdentities } from "../target/identities.ts";
import type { Scope } from "../scope/scope.ts";
import type { Finding } from "../checks/finding.ts";
import type { PropertyRequests, Property } from "../scope/property.ts";

/** One request is enough, because the need for a token hardly depends on the request. */
const RUNS = 1;

/**
 * An operation that requires credentials refuses missing, invalid and expired ones with 401 or 403. A malformed
 * header may be refused with any 4xx (RFC 6750, section 3.1).
 */
export const tokenRequired: Property = {
  id: "token-required",
  claim: "The target refuses a request without valid credentials",
  cause: "credentials",
  faultCode: "F207",
  phase: "promises",
  writes: false,
  applies: ({ operation }) =>
    operation.security.length > 0 && operation.security.every((requirement) => requirement.length > 0),
  given: (scope) => [{ label: "", requests: listRequestsToTry(scope), runs: RUNS }],
  async holds(request, scope) {
    if (findQueriedSchema(scope) && !(await executesQueries(scope))) {
      scope.inconclusive("No query with the token succeeded: it is not known if others are refused");
      return [];
    }
    let findings: readonly Finding[] = [];
    const statuses: number[] = [];
    for (const each of requestsToRepeat(request, scope)) {
      const { none, ...tried } = await tryWithInvalidCredentials(each, scope);
      findings = tried.findings;
      // A request that fails for another reason does not reach the check of credentials.
      if (tried.isAccepted || none === undefined || isConclusive(none)) return findings;
      const usual = await scope.exchange(each);
      if (usual.response.status !== none) return findings;
      statuses.push(none);
    }
    const all = [...new Set(statuses)].join(" or ");
    scope.inconclusive(`It is not known if it requires credentials: with and without them, the status is ${all}`);
    return findings;
  },
};

/**
 * Requests to send without valid credentials until one is conclusive: one that succeeded, because others may be refused
 * for their content, and a new one, because some succeed only once. Without a success, the plain request is the likeliest.
 */
function requestsToRepeat(request: WireRequest, scope: Scope): readonly WireRequest[] {
  if (findQueriedSchema(scope)) return [request];
  const known = scope.succeeded();
  if (known) return [known, request];
  return [request, ...[scope.coverage?.plain ?? []].flat()];
}

interface InvalidCredentialsResult {
  readonly findings: readonly Finding[];
  /** True if any of the requests was accepted. */
  readonly isAccepted: boolean;
  /** Status of the response without credentials. Undefined if the request could not be sent. */
  readonly none: number | undefined;
}

async function tryWithInvalidCredentials(request: WireRequest, scope: Scope): Promise<InvalidCredentialsResult> {
  const findings: Finding[] = [];
  const statuses = new Map<Identity["id"], number>();
  let hasAccepted = false;
  for (const identity of invalidIdentities(scope.target.identities)) {
    if (identity.id === "garbage" && scope.target.acceptsAnyCredential) continue;
    const result = await scope.exchangeAs(identity, request);
    if (!result) continue;
    statuses.set(identity.id, result.response.status);
    const isAcceptedRequest = provesAuthentication(identity, result, scope) && !isRefusedByGraphql(result, scope);
    hasAccepted ||= isAcceptedRequest;
    findings.push(...(isAcceptedRequest ? [acceptedFinding(identity, result, scope)] : scope.judge(result)));
    if (identity.id === "garbage" && isOtherRefusal(statuses, scope)) findings.push(otherRefusal(result, scope));
  }
  return { findings, isAccepted: hasAccepted, none: statuses.get("none") };
}

/** True for a status without credentials that tells whether the operation asks for them. */
function isConclusive(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500;
}

/**
 * True if missing credentials are refused with 401, and an invalid bearer token with another status of the client's
 * faults. RFC 6750, section 3.1, names 401 for invalid tokens.
 */
function isOtherRefusal(statuses: ReadonlyMap<string, number>, { operation }: Scope): boolean {
  const [none, garbage = 0] = [statuses.get("none"), statuses.get("garbage")];
  const isBearer = operation.security.every((schemes) =>
    schemes.every(({ type, scheme }) => type === "oauth2" || (type === "http" && scheme === "bearer")),
  );
  return isBearer && none === 401 && garbage >= 400 && garbage < 500 && garbage !== 401 && garbage !== 429;
}

function otherRefusal(exchange: Exchange, { operation }: Scope): Finding {
  const { status } = exchange.response;
  return {
    check: "token-required",
    key: "garbage status",
    message: `A request with an invalid token was refused with status ${status}, and one without a token with 401`,
    basis: operation.basis,
    exchange,
  };
}

/** Requests to try. For GraphQL this is a valid query, so that errors in the response are about credentials. */
function listRequestsToTry(scope: Scope): PropertyRequests["requests"] {
  if (findQueriedSchema(scope)) return [buildQueryRequest(scope.operation, { query: "{ __typename }" })];
  return scope.requests.exact;
}

/**
 * True where a response proves that the request passed authentication: a success, or a conflict with the state of the
 * resource. Unknown paths, invalid bodies and login pages are answered without authentication, too.
 */
function provesAuthentication({ id }: Identity, answered: Exchange, { operation }: Scope): boolean {
  const { status } = answered.response;
  return classifyResponse(answered, operation) === undefined || (id === "none" && (status === 409 || status === 412));
}

/** True for a GraphQL refusal with status 200: errors and no data (GraphQL over HTTP, section 6.4.1). */
function isRefusedByGraphql(answered: Exchange, scope: Scope): boolean {
  if (!findQueriedSchema(scope) || answered.response.status !== 200) return false;
  const answer = readGraphqlResponse(answered);
  return answer !== undefined && answer.errors.length > 0 && (answer.data === undefined || answer.data === null);
}

function acceptedFinding({ id, description }: Identity, exchange: Exchange, { operation }: Scope): Finding {
  return {
    check: "token-required",
    key: id === "none" ? "accepted" : `${id} accepted`,
    message: `A request with ${description} was answered with status ${exchange.response.status}, not refused with 401 or 403`,
    basis: operation.basis,
    exchange,
  };
}
