import {
  type Exchange,
  type Finding,
  jsonIn,
  type Property,
  type Scope,
  type WireRequest,
} from "../../../conformance/profile/index.ts";
import { type JsonObject, type Operation, percentEncode, isObject } from "../../../contracts/index.ts";

const RUNS = 5;

/** An update of a schema with an outdated base version is refused with 409, and the head stays unchanged (§4.1, §7). */
export const staleBaseRefused: Property = {
  id: "stale-base-refused",
  claim: "An update based on an earlier version gets 409 and changes nothing",
  cause: "trace",
  phase: "promises",
  writes: true,
  applies: ({ operation, contract }) =>
    operation.api === "entity" && operation.id === "putSchema" && findHeadReader(contract.operations) !== undefined,
  given: ({ requests }) => [{ label: "", requests: requests.valid, runs: RUNS }],
  async holds(request, scope) {
    const requestWithoutBase = { ...request, path: getRequestPath(request) };
    const first = await scope.exchange(requestWithoutBase);
    const base = readVersionBody(first);
    const second =
      base && (await scope.exchange(withBase(requestWithoutBase, "base_version", String(base["version"]))));
    const head = second && readVersionBody(second);
    // Without a readable version, no base can be outdated.
    if (!base || !second || !head) return [];
    for (const [parameter, value] of [
      ["base_version", base["version"]],
      ["base_updated_at", base["updated_at"]],
    ] as const) {
      if (value === undefined) continue;
      const findings = await staleRequestFindings(
        scope,
        withBase(requestWithoutBase, parameter, String(value)),
        parameter,
        head,
      );
      if (findings.length > 0) return findings;
    }
    return [];
  },
};

async function staleRequestFindings(
  scope: Scope,
  stale: WireRequest,
  parameter: string,
  head: JsonObject,
): Promise<readonly Finding[]> {
  const staleExchange = await scope.exchange(stale);
  const common = { basis: "stated" as const, section: "7", check: "stale-base-refused" };
  if (isInconclusive(staleExchange)) return scope.judge(staleExchange);
  if (staleExchange.response.status !== 409) {
    return [
      {
        ...common,
        key: `${parameter} accepted`,
        message: `An update with a stale ${parameter} was answered with status ${staleExchange.response.status}, not 409`,
        exchange: staleExchange,
      },
    ];
  }
  const reader = findHeadReader(scope.contract.operations) as Operation;
  const path = `${getRequestPath(stale)}/head`;
  const after = await scope.exchange({ method: reader.method, path, headers: { accept: "application/json" } }, reader);
  if (!isInconclusive(after) && JSON.stringify(readVersionBody(after)) !== JSON.stringify(head)) {
    return [
      {
        ...common,
        key: `${parameter} trace`,
        message: `A refused update with a stale ${parameter} changed the head of the schema`,
        exchange: after,
      },
    ];
  }
  return scope.judge(staleExchange);
}

/** True for a response that says nothing about the request: a rate limit or a server error. */
function isInconclusive({ response: { status } }: Exchange): boolean {
  return status === 429 || status >= 500;
}

function findHeadReader(operations: readonly Operation[]): Operation | undefined {
  return operations.find(({ id }) => id === "getSchemaHead");
}

function getRequestPath({ path }: WireRequest): string {
  return path.split("?", 1)[0] as string;
}

function withBase(request: WireRequest, parameter: string, value: string): WireRequest {
  return { ...request, path: `${getRequestPath(request)}?${parameter}=${percentEncode(value)}` };
}

/** The body of a successful response with a version. Returns undefined for all others. */
function readVersionBody({ response }: Exchange): JsonObject | undefined {
  if (response.status >= 300) return undefined;
  const body = jsonIn(response);
  if (isObject(body) && body["version"] !== undefined) return body;
  return undefined;
}
