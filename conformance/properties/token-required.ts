import type { Identity } from "../model/identity.ts";
import type { WireRequest } from "../model/wire-message.ts";
import type { SecurityScheme } from "../../contracts/index.ts";
import { answeredIn, executes, requestOf, schemaOf } from "../promises/graphql/schema.ts";
import { judge } from "../checks/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { missIn } from "../checks/miss.ts";
import { strangers } from "../target/identities.ts";
import type { Scope } from "../scope/scope.ts";
import type { Finding } from "../checks/finding.ts";
import type { Given, Property } from "../scope/property.ts";

/** Whether a token is asked for hardly depends on the request. */
const RUNS = 1;

/**
 * Without credentials, and with ones that are not valid (any more), an operation that needs them answers 401 or 403
 * (§5.1). A header that is malformed may be answered with any 4xx (RFC 6750, section 3.1).
 */
export const tokenRequired: Property = {
  id: "token-required",
  claim: "A request without valid credentials is refused",
  phase: "promises",
  writes: false,
  applies: ({ operation }) =>
    operation.security.length > 0 && operation.security.every((requirement) => requirement.length > 0),
  given: (scope) => [{ label: "", requests: requestsOf(scope), runs: RUNS }],
  async holds(request, scope) {
    const findings: Finding[] = [];
    if (schemaOf(scope) && !(await executes(scope))) {
      scope.inconclusive("It answers no query with the token: whether it refuses others is not known");
      return [];
    }
    for (const identity of strangers(scope.target.identities)) {
      if (identity.id === "garbage" && takesAnyToken(scope)) continue;
      const answered = await scope.exchangeAs(identity, request);
      if (!answered) continue;
      const isLetIn = isAccepted(identity, answered, scope) && !isRefusedByGraphql(answered, scope);
      findings.push(
        ...(isLetIn ? [letIn(identity, answered, scope)] : judge(answered, scope.contract, scope.operation)),
      );
      if (identity.id === "none" && !isLetIn) await tellOfDoubt(answered, request, scope);
    }
    return findings;
  },
};

/** Whether a mock takes any token for an organization: one in an Authorization header of a form that no document tells. */
function takesAnyToken({ target, operation }: Scope): boolean {
  const isOfAnyForm = ({ type, in: place, parameter }: SecurityScheme): boolean =>
    type === "apiKey" && place === "header" && parameter?.toLowerCase() === "authorization";
  return target.isMock && operation.security.flat().some(isOfAnyForm);
}

/** Of GraphQL, a query that is valid: errors in its answer are then about who asks. */
function requestsOf(scope: Scope): Given["requests"] {
  return schemaOf(scope) ? [requestOf(scope.operation, { query: "{ __typename }" })] : scope.requests.exact;
}

/**
 * Whether an answer proves that a request was let in: it is a success, or tells of the state of the resource. Any other
 * status does not: a path that is not there, a body that is not understood, or a page to log in are told to anybody.
 */
function isAccepted({ id }: Identity, answered: Exchange, { operation }: Scope): boolean {
  const { status } = answered.response;
  return missIn(answered, operation) === undefined || (id === "none" && (status === 409 || status === 412));
}

/** Says that nothing is known of credentials where a request fails in the same way with them. */
async function tellOfDoubt({ response: { status } }: Exchange, request: WireRequest, scope: Scope): Promise<void> {
  if (status === 401 || status === 403 || status >= 500 || status === 429) return;
  const usual = await scope.exchange(request);
  if (usual.response.status === status)
    scope.inconclusive(`Whether it asks for credentials is not known: with them and without, it answers ${status}`);
}

/** What a GraphQL server refuses, it may answer with 200: errors, and no data (GraphQL over HTTP, section 6.4.1). */
function isRefusedByGraphql(answered: Exchange, scope: Scope): boolean {
  if (!schemaOf(scope) || answered.response.status !== 200) return false;
  const answer = answeredIn(answered);
  return answer !== undefined && answer.errors.length > 0 && (answer.data === undefined || answer.data === null);
}

function letIn({ id, words }: Identity, exchange: Exchange, { operation }: Scope): Finding {
  return {
    check: "token-required",
    key: id === "none" ? "accepted" : `${id} accepted`,
    message: `A request with ${words} was answered with status ${exchange.response.status}, not refused with 401 or 403`,
    basis: operation.basis,
    section: "5.1",
    exchange,
  };
}
