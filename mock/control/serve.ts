import type { Control } from "./control.ts";
import type { Platform } from "../platform/platform.ts";
import {
  type Contract,
  type JsonObject,
  type JsonSchema,
  type Operation,
  type Pairs,
  type Role,
  createRouter,
  isObject,
  findJsonMedia,
  loadControl,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  readQuery,
  rolesOf,
  chooseSuccess,
  nearestHint,
  omitUndefined,
} from "../../contracts/index.ts";
import type { Answer } from "../calls/call.ts";
import { type MockRequest, type MockResponse, noBody } from "../model/exchange.ts";
import { type Refusal, type RequestViolation, problemResponse, refuseViolations } from "../model/problem.ts";
import { MATCH_STEPS, createRequestReader } from "../messages/request.ts";
import { createRepresentations } from "../resources/representation.ts";
import { createResponseWriter } from "../messages/response.ts";
import { clockHandlers } from "./clock.ts";
import { deliveryHandlers } from "./deliveries.ts";
import { journalHandlers } from "./journal.ts";
import { limitsHandlers } from "./limits.ts";
import type { ControlHandler, ControlHandlers } from "./operation.ts";
import { organizationHandlers } from "./organizations.ts";
import { stateHandlers } from "./state.ts";
import { faultHandlers } from "./faults.ts";

/** Creates the server of the control API. It reads and writes by the contract, as the mock does for every API. */
export async function createServer(platform: Platform, identity: () => JsonObject): Promise<Control> {
  const handlers: ControlHandlers = {
    getIdentity: () => ({ value: identity() }),
    readMetrics: async () => ({ value: await platform.metrics() }),
    ...organizationHandlers,
    ...stateHandlers,
    ...clockHandlers,
    ...faultHandlers,
    ...journalHandlers,
    ...limitsHandlers,
    ...deliveryHandlers,
  };
  const contract = await loadControl();
  const roles = rolesOf(contract);
  const representations = createRepresentations(contract, roles);
  const router = createRouter(contract.operations);
  const plans = new Map<Operation, ReturnType<typeof planControlCall>>();

  return async (request, path) => {
    const match = router.match(request.method, path);
    if (!match || "allow" in match)
      return unmatched(request, path, { methods: match?.allow, operations: contract.operations });
    const { operation, parameters } = match;
    let plan = plans.get(operation);
    if (!plan) plans.set(operation, (plan = planControlCall(operation)));
    const { reader, handler, writer, success, names } = plan;
    const query = request.url.slice(path.length + 1);
    const pairs = readQuery(query);
    const unknown = unknownParameters(operation, pairs);
    if (unknown.length > 0) return writer.refuse(refuseViolations(400, unknown), path);
    const input = await reader.read(request, parameters, () => pairs);
    if ("refused" in input) return writer.refuse(withNearestNames(input, names), path);
    const name = input.parameters["organization"];
    const organization = platform.organization(String(name ?? ""));
    const body = (input.body ?? {}) as JsonObject;
    // Reads what other processes have changed.
    if (name !== undefined) await organization.sync();
    const answer = await handler({ platform, input, organization, body });
    // Waits until the change is stored for them.
    if (name !== undefined && request.method !== "GET") await organization.sync();
    if ("refused" in answer) return writer.refuse(answer, path);
    return success(answer);
  };

  function planControlCall(operation: Operation) {
    return {
      reader: createRequestReader(contract, operation, true, trustedLimits),
      handler: handlers[operation.id] as ControlHandler,
      writer: createResponseWriter(contract, operation, roles.get(operation) as Role, representations),
      success: successWriter(operation),
      names: new Set(
        listBodyNames(contract, (operation.body && findJsonMedia(operation.body.content)?.schema?.value) ?? true),
      ),
    };
  }
}

/** Whoever controls the mock may send a state of any size. */
const trustedLimits = { values: Number.POSITIVE_INFINITY, steps: MATCH_STEPS };

/** Violations by query parameters that the operation does not have. */
function unknownParameters({ parameters }: Operation, pairs: Pairs): RequestViolation[] {
  const names = parameters.filter((each) => each.in === "query").map(({ name }) => name);
  return pairs
    .filter(([name]) => !names.includes(name))
    .map(([name, value]) => ({
      in: "query",
      pointer: `/${name}`,
      expected: `no parameter "${name}"${nearestHint(name, names)}`,
      got: JSON.stringify(value),
    }));
}

/** Adds the nearest known name to each violation by an unknown member of the body. */
function withNearestNames(refusal: Refusal, names: Iterable<string>): Refusal {
  const violations = refusal.violations?.map((each) => {
    if (each.member === undefined || !each.expected.startsWith("no property")) return each;
    return { ...each, expected: each.expected + nearestHint(each.member, names) };
  });
  return { ...refusal, ...(violations && { violations }) };
}

/** Names of the members of a body, and of the items of its lists. */
function listBodyNames(contract: Contract, schema: JsonSchema): readonly string[] {
  return [...listPropertyNames(contract, schema)].flatMap((name) => {
    const parts = listMemberSchemas(contract, schema, name).flatMap((member) => listSchemaParts(contract, member));
    return [name, ...parts.flatMap((part) => (isObject(part["items"]) ? listBodyNames(contract, part["items"]) : []))];
  });
}

/** Writes values without fitting them to the contract: they can be large, and a test validates them. */
function successWriter(operation: Operation): (answer: Answer) => MockResponse {
  const { status, response } = chooseSuccess(operation);
  const json = findJsonMedia(response?.content ?? []);
  const text = json ? undefined : response?.content[0];
  const type = json?.mediaType ?? (text && `${text.mediaType}; charset=utf-8`);
  const headers = omitUndefined({ "content-type": type, "concord-basis": operation.basis });
  return ({ value = null }) => {
    // Indented, because people edit states.
    if (json) return { status, headers, body: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
    return { status, headers, body: text ? Buffer.from(String(value)) : noBody };
  };
}

/** Paths of the operations, with the segments of the given path in place of parameters. */
function pathsLike(path: string, operations: readonly Operation[]): string[] {
  const sent = path.split("/");
  return operations.map((operation) =>
    operation.path
      .split("/")
      .map((part, index) => (/^\{[^}]*\}$/.test(part) ? (sent[index] ?? part) : part))
      .join("/"),
  );
}

function unmatched(
  { method }: MockRequest,
  path: string,
  {
    methods,
    operations,
  }: { readonly methods: readonly string[] | undefined; readonly operations: readonly Operation[] },
): MockResponse {
  if (!methods) {
    const near = nearestHint(path, pathsLike(path, operations));
    return problemResponse({ refused: `The mock has no control API at "${path}"${near}`, status: 404 }, path);
  }
  const allow = methods.join(", ");
  return problemResponse({ refused: `${path} has no ${method}, only ${allow}`, status: 405, headers: { allow } }, path);
}
