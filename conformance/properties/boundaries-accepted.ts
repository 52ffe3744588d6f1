import type { WireRequest } from "../model/wire-message.ts";
import {
  type Json,
  type Operation,
  isPlaceName,
  percentEncode,
  itemIdOf,
  partsOf,
  valueAtPath,
} from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { sentAfresh } from "./sent-afresh.ts";
import type { Covering } from "../requests/coverage.ts";
import { arrivesValid } from "../requests/wire.ts";
import { rolesFor } from "../model/roles.ts";
import type { Scope } from "../scope/scope.ts";
import { type Property, hasPlain } from "../scope/property.ts";

/** Status codes that refuse the content of a request, not its sender, its rate or the state of the resource. */
const refusals: readonly number[] = [400, 415, 422];

/** Names of values that may refer to existing data. The contract does not show which values exist. */
const referenceNames =
  /(^|[a-z_-])(ids?|uuid|guid|ref|refs|reference|key|slug|cursor|(?:start|end)ing_(?:after|before)|token|url|uri|version|at)$|^(after|before|since|until|from|to|filters?|query|q|search|sort|sort_?by|order|order_?by|next|page|page_?token|fields|expand|includes?)$/i;

/** True for a refusal of the content. A 422 documented beside a 400 is for rules outside of the schema, and does not count. */
function isRefusal({ response: { status } }: Exchange, { responses }: Operation): boolean {
  const documents = (code: string): boolean => responses.some((each) => each.status === code);
  return refusals.includes(status) && !(status === 422 && documents("400") && documents("422"));
}

/** True for a value that may refer to existing data, and for an id that the client chooses and another item may have. */
function mayExist(name: string, { contract, operation }: Scope): boolean {
  return referenceNames.test(name) || isPlaceName(name) || name === rolesFor(contract).get(operation)?.idProperty;
}

/**
 * A request that differs from an accepted one in one valid value is accepted, too. Three refusals are not reported: of a
 * place where no other value is accepted, of a value that may refer to data, and of a key that the item path cannot hold.
 */
export const boundariesAccepted: Property = {
  id: "boundaries-accepted",
  claim: "The target accepts a value at a bound of the contract",
  cause: "refusing",
  phase: "coverage",
  writes: false,
  hasRequests: hasPlain,
  given: ({ coverage }) => [
    ...(coverage?.valid ?? []).map(({ label, basis, request }) => ({
      label,
      ...(basis && { basis }),
      requests: [request],
      runs: 1,
    })),
    { label: "", requests: coverage?.combined ?? [], runs: 0 },
  ],
  async holds(request, scope) {
    const { operation, coverage } = scope;
    // A different body differs in many places, so that no single value explains a refusal.
    const covering = coverage?.valid.find(
      (each) => each.request === request && each.place !== "body" && !each.isDoubtful,
    );
    const result = await sentAfresh(request, scope);
    const findings = scope.judge(result);
    const isRefused = isRefusal(result, operation);
    if (findings.length > 0 || !covering || !isRefused || mayExist(covering.name, scope)) return findings;
    if (choosesInvalidKey(request, scope)) return findings;
    const { status } = result.response;
    const refused = {
      check: "boundaries-accepted",
      basis: operation.basis,
      isOfRequest: "constraint",
      exchange: result,
    } as const;
    if (await acceptsOtherValue(covering, scope))
      return [{ ...refused, key: "refused", message: `A valid request was refused with status ${status}` }];
    if (!(await acceptsOnlyWithoutParameter(covering, scope))) return findings;
    const message = `Valid values of "${covering.name}" are refused, each with status ${status} as far as was tried`;
    return [{ ...refused, key: "always refused", message, basis: "assumed" }];
  },
};

/** True for a create whose key is not valid as the path parameter of the read operation. */
function choosesInvalidKey(request: WireRequest, { contract, operation }: Scope): boolean {
  const roles = rolesFor(contract);
  const role = roles.get(operation);
  if (role?.kind !== "create") return false;
  const body = jsonIn(request);
  const item: Json | undefined = role.wrapper === undefined ? body : (valueAtPath(body, [role.wrapper]) ?? body);
  const key = itemIdOf(item, role);
  if (typeof key !== "string" && typeof key !== "number") return false;
  const [reader, { idParameter } = {}] =
    [...roles].find(([, { kind, collection }]) => kind === "read" && collection === role.collection) ?? [];
  const parameter = reader?.parameters.find(({ in: place, name }) => place === "path" && name === idParameter);
  return key === "" || (parameter !== undefined && !arrivesValid(contract, parameter, key));
}

/**
 * True for an optional query parameter with a pattern that is refused with every tried value and in every combination,
 * while the request without it is accepted. The basis is "assumed", because the parameter may need a value that exists.
 */
async function acceptsOnlyWithoutParameter(
  { place, name, request }: Covering,
  { contract, coverage, exchange, operation }: Scope,
): Promise<boolean> {
  const parameter = operation.parameters.find((each) => place === `query /${each.name}`);
  const isFirst = coverage?.valid.find((each) => each.place === place)?.request === request;
  // The parameter is reported once, with its first value.
  if (!coverage || !parameter || parameter.required || !isFirst) return false;
  const isFormed = partsOf(contract, parameter.schema.value).some(({ pattern }) => typeof pattern === "string");
  if (!isFormed) return false;
  const combinedRequests = coverage.combined.filter(({ path }) => new RegExp(`[?&]${percentEncode(name)}=`).test(path));
  for (const other of [...combinedRequests.slice(0, MAX_OTHERS), coverage.plain]) {
    const { status } = (await exchange(other)).response;
    if (other === coverage.plain) return status >= 200 && status < 300;
    if (!refusals.includes(status)) return false;
  }
  return false;
}

/** Maximum number of other values tried at one place. */
const MAX_OTHERS = 3;

/** True where the target accepts another value at the same place. Then the refused value itself is the cause. */
async function acceptsOtherValue({ place, request }: Covering, scope: Scope): Promise<boolean> {
  const otherRequests =
    scope.coverage?.valid.filter((other) => other.place === place && other.request !== request) ?? [];
  for (const other of otherRequests.slice(0, MAX_OTHERS)) {
    const { status } = (await sentAfresh(other.request, scope)).response;
    if (status >= 200 && status < 300) return true;
  }
  return false;
}
