import fc from "fast-check";
import { type Property, isTriable } from "../../../conformance/scope/property.ts";
import type { Exchange, WireRequest, WireResponse } from "../../../conformance/model/exchange.ts";
import { type IdentityTokens, createIdentities } from "../../../conformance/target/identities.ts";
import type { SendRequest } from "../../../conformance/items/request-to-send.ts";
import { pathValuesByName } from "../../../conformance/items/items.ts";
import { createCoverage } from "../../../conformance/requests/coverage.ts";
import { createRequests } from "../../../conformance/requests/requests.ts";
import { createResource } from "../../../conformance/items/resource.ts";
import { prepare } from "../../../conformance/run/sending/prepare.ts";
import { judgeExchange } from "../../../conformance/checks/index.ts";
import type { Finding } from "../../../conformance/checks/finding.ts";
import type { Scope } from "../../../conformance/scope/scope.ts";
import type { Target } from "../../../conformance/target/target.ts";
import { authorize } from "../../../conformance/credentials/authorize.ts";
import { type Contract, type Operation, createRouter } from "../../../contracts/index.ts";

export interface PropertyRun {
  readonly findings: readonly Finding[];
  /** Number of sent requests. */
  readonly requests: number;
}

interface TriedOptions {
  /** The provider. */
  readonly answer: (request: WireRequest) => WireResponse;
  readonly identities?: IdentityTokens;
  /** Also tries the cases that a property takes from the coverage of its operation. */
  readonly hasCoverage?: boolean;
}

/** Runs a property of an operation against an in-process provider, without delays. */
export async function tried(
  property: Property,
  contract: Contract,
  id: string,
  { answer, identities = {}, hasCoverage = false }: TriedOptions,
): Promise<PropertyRun> {
  const operation = contract.operations.find((each) => each.id === id) as Operation;
  const router = createRouter(contract.operations);
  const chosenIds = new Set<string>();
  let requests = 0;
  const send = async (request: WireRequest): Promise<WireResponse> => (requests++, answer(request));
  const sendAsUsual: SendRequest = async ({ request, operation: sent }) => ({
    request,
    response: await send(authorize(sent, request, "org_usual")),
  });
  const context = { router, nonce: 1, keys: new Set<string>(), acceptedForms: new Map(), read: sendAsUsual };
  const exchange = (request: WireRequest, sent = operation): Promise<Exchange> =>
    prepare({ request, operation: sent, contract }, context, sendAsUsual);
  const exchangeAs: Scope["exchangeAs"] = async (as, request, sent = operation) => {
    const authorized = as.authorize(sent, request);
    return authorized && { request, response: await send(authorized), as };
  };
  const resourceWith: Scope["resourceWith"] = (by, making = { operation, pathValues: [] }) =>
    createResource(making.operation, {
      contract,
      router,
      seed: 1,
      chosenIds,
      pathValues: making.pathValues,
      exchange: by,
    });
  const scope: Scope = {
    target: {
      url: "http://127.0.0.1",
      identities: createIdentities(identities),
      isMock: false,
      lastingViolations: new Set<string>(),
    } as Target,
    contract,
    contracts: [contract],
    known: {},
    permissions: {},
    seed: 1,
    signal: undefined,
    inconclusive: () => {},
    recordComparison: () => undefined,
    operation,
    acceptedMembers: new Set(),
    succeeded: () => undefined,
    exchange,
    judge: (exchanged, of = operation) => judgeExchange(exchanged, contract, of),
    exchangeAtOnce: (request) => exchange(request),
    exchangeAs,
    requests: createRequests(contract, operation, router, {}),
    coverage: hasCoverage ? createCoverage(contract, operation, router, {}) : undefined,
    resource: resourceWith(exchange),
    resourceWith,
    coverageAt: (other, values) => createCoverage(contract, other, router, pathValuesByName(other.path, values)),
    pause: async () => {},
  };
  if (!isTriable(property, scope)) return { findings: [], requests };
  const findings: Finding[] = [];
  for (const { requests: given, runs } of property.given(scope, 25))
    for (const request of Array.isArray(given)
      ? (given as readonly WireRequest[])
      : fc.sample(given as fc.Arbitrary<WireRequest>, { seed: 7, numRuns: runs }))
      findings.push(...(await property.holds(request, scope)));
  return { findings, requests };
}
