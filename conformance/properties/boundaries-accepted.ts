import type { WireRequest } from "../model/wire-message.ts";
import { type Json, type Operation, encode, idShown, partsOf, stepped } from "../../contracts/index.ts";
import { judge } from "../checks/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { sentAfresh } from "./sent-afresh.ts";
import type { Covering } from "../requests/coverage.ts";
import { arrivesValid } from "../requests/wire.ts";
import { rolesFor } from "../model/roles.ts";
import type { Scope } from "../scope/scope.ts";
import { type Property, hasPlain } from "../scope/property.ts";

/** Refusals of a request for what it says: not for what there is, or who asks, or how often. */
const refusals: readonly number[] = [400, 415, 422];

/** Names whose values mean something that has to be there: the contract cannot tell which do. */
const referring =
  /(^|[a-z_-])(ids?|uuid|guid|ref|refs|reference|key|slug|cursor|token|url|uri|version|at)$|^(after|before|since|until|from|to|filters?|query|q|search|sort|sort_?by|order|order_?by|next|page|page_?token|fields|expand|includes?)$/i;

/** Beside a 400, a documented 422 tells of rules that no schema has: nothing is claimed of these. */
function isRefusal({ response: { status } }: Exchange, { responses }: Operation): boolean {
  const documents = (code: string): boolean => responses.some((each) => each.status === code);
  return refusals.includes(status) && !(status === 422 && documents("400") && documents("422"));
}

/**
 * A request that differs from an accepted one in one value, which the contract allows, is accepted, too. Nothing is
 * claimed where no other value is accepted in that place, where the value refers to something, or where no path can name
 * the new item by the key that the request chooses.
 */
export const boundariesAccepted: Property = {
  id: "boundaries-accepted",
  claim: "A value at the edge of what the contract allows is accepted",
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
    const { contract, operation, coverage } = scope;
    // A body that differs as a whole differs in many places.
    const covering = coverage?.valid.find(
      (each) => each.request === request && each.place !== "body" && !each.isDoubtful,
    );
    const answered = await sentAfresh(request, scope);
    const findings = judge(answered, contract, operation);
    const isRefused = isRefusal(answered, operation);
    if (findings.length > 0 || !covering || !isRefused || referring.test(covering.name)) return findings;
    if (choosesUnnameableKey(request, scope)) return findings;
    const { status } = answered.response;
    const refused = {
      check: "boundaries-accepted",
      basis: operation.basis,
      isOfRequest: "constraint",
      exchange: answered,
    } as const;
    if (await takesOthers(covering, scope))
      return [{ ...refused, key: "refused", message: `A valid request was refused with status ${status}` }];
    if (!(await takesOnlyWithout(covering, scope))) return findings;
    const message = `Valid values of "${covering.name}" are refused, each with status ${status} as far as was tried`;
    return [{ ...refused, key: "always refused", message, basis: "assumed" }];
  },
};

/** Whether a request makes an item under a key that the contract does not allow in the path that reads the item. */
function choosesUnnameableKey(request: WireRequest, { contract, operation }: Scope): boolean {
  const roles = rolesFor(contract);
  const role = roles.get(operation);
  if (role?.kind !== "create") return false;
  const body = jsonIn(request);
  const item: Json | undefined = role.wrapper === undefined ? body : (stepped(body, [role.wrapper]) ?? body);
  const key = idShown(item, role);
  if (typeof key !== "string" && typeof key !== "number") return false;
  const [reader, { idParameter } = {}] =
    [...roles].find(([, { kind, collection }]) => kind === "read" && collection === role.collection) ?? [];
  const parameter = reader?.parameters.find(({ in: place, name }) => place === "path" && name === idParameter);
  return key === "" || (parameter !== undefined && !arrivesValid(contract, parameter, key));
}

/**
 * Whether a parameter of a given form, that may be left out, is refused whatever it is and whatever stands beside it,
 * and the same request without it is accepted. It may still mean what no value that is made up can: that is assumed.
 */
async function takesOnlyWithout(
  { place, name, request }: Covering,
  { contract, coverage, exchange, operation }: Scope,
): Promise<boolean> {
  const parameter = operation.parameters.find((each) => place === `query /${each.name}`);
  const isFirst = coverage?.valid.find((each) => each.place === place)?.request === request;
  // Told once.
  if (!coverage || !parameter || parameter.required || !isFirst) return false;
  const isFormed = partsOf(contract, parameter.schema.value).some(({ pattern }) => typeof pattern === "string");
  if (!isFormed) return false;
  const beside = coverage.combined.filter(({ path }) => new RegExp(`[?&]${encode(name)}=`).test(path));
  for (const other of [...beside.slice(0, MOST_OTHERS), coverage.plain]) {
    const { status } = (await exchange(other)).response;
    if (other === coverage.plain) return status >= 200 && status < 300;
    if (!refusals.includes(status)) return false;
  }
  return false;
}

/** So many other values of a place are tried until one is accepted. */
const MOST_OTHERS = 3;

/** Whether the target takes other values at the same place: then it is not what the place means that it refuses. */
async function takesOthers({ place, request }: Covering, scope: Scope): Promise<boolean> {
  const others = scope.coverage?.valid.filter((other) => other.place === place && other.request !== request) ?? [];
  for (const other of others.slice(0, MOST_OTHERS)) {
    const { status } = (await sentAfresh(other.request, scope)).response;
    if (status >= 200 && status < 300) return true;
  }
  return false;
}
