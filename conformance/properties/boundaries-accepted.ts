import {
  type Contract,
  type Json,
  type JsonSchema,
  type Operation,
  foldedName,
  isObject,
  isPlaceName,
  extractItemId,
  joinPointer,
  limitNames,
  listMemberSchemas,
  listSchemaParts,
  percentEncode,
  readQuery,
  listJsonTypes,
  valueAt,
  itemInRequest,
} from "../../contracts/index.ts";
import { isSuccess } from "../items/fields.ts";
import { type Exchange, type WireRequest, jsonIn, memberKey } from "../model/exchange.ts";
import { saysConflict } from "../model/refusal-words.ts";
import { type Judged, findingsOfPack, packRequests, unlessAcceptedInPack } from "./accepted-in-packs.ts";
import type { Finding } from "../checks/finding.ts";
import { sentAfresh } from "./sent-afresh.ts";
import type { Covering } from "../requests/covering.ts";
import { arrivesValid, requestMedia } from "../requests/wire.ts";
import { rolesFor } from "../model/roles.ts";
import type { Scope } from "../scope/scope.ts";
import { type Property, hasPlain } from "../scope/property.ts";

/** Status codes that refuse the content of a request, not its sender, its rate or the state of the resource. */
const refusals: readonly number[] = [400, 415, 422];

/** Names of values that may refer to existing data. The contract does not show which values exist. */
const referenceNames =
  /(^|[a-z_-])(ids?|uuid|guid|ref|refs|reference|key|slug|cursor|(?:start|end)ing_(?:after|before)|token|url|uri|version|at)$|^(after|before|since|until|from|to|filters?|query|q|search|sort|sort_?by|order|order_?by|next|page|page_?token|fields|expand|includes?)$/i;

/** True for a refusal of the content. A 422 documented beside a 400 is for rules outside of the schema, and does not count. */
function refusesBoundary({ response: { status } }: Exchange, { responses }: Operation): boolean {
  const documentsCode = (code: string): boolean => responses.some((each) => each.status === code);
  return refusals.includes(status) && !(status === 422 && documentsCode("400") && documentsCode("422"));
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
  needsSuccess: true,
  hasRequests: hasPlain,
  given: (scope) => [
    ...(scope.coverage?.valid ?? []).map(({ label, sent, basis, request }) => ({
      label,
      sent,
      basis,
      requests: [request],
      runs: 1,
    })),
    { label: "", requests: scope.coverage?.combined ?? [], runs: 0 },
    { label: "", requests: packRequests(scope), runs: 0 },
  ],
  async holds(request, scope) {
    return (
      (await findingsOfPack(request, scope)) ??
      unlessAcceptedInPack(request, scope, () => sendAndJudgeAlone(request, scope))
    );
  },
};

/** Answer to a request that differs from the plain one in one value. */
async function sendAndJudgeAlone(request: WireRequest, scope: Scope): Promise<Judged> {
  const exchange = await sentAfresh(request, scope);
  return { exchange, findings: await judgeBoundary(exchange, request, scope) };
}

async function judgeBoundary(result: Exchange, request: WireRequest, scope: Scope): Promise<readonly Finding[]> {
  const { operation, coverage } = scope;
  // A different body differs in many places, so that no single value explains a refusal.
  const covering = coverage?.valid.find(
    (each) => each.request === request && each.place !== "body" && !each.isDoubtful,
  );
  const findings = scope.judge(result);
  const isRefused = refusesBoundary(result, operation);
  // Another finding tells of the same refusal, unless it is about the form of the error.
  const isTold = findings.some(({ check }) => check !== "body-conforms");
  if (isTold || !covering || !isRefused || mayExist(covering.name, scope)) return findings;
  if (saysConflict(result.response) || wasAccepted(result, covering, scope)) return findings;
  if (choosesInvalidKey(request, scope) || isEmptyInQuery(covering, scope)) return findings;
  const { status } = result.response;
  const refused = {
    check: "boundaries-accepted",
    basis: operation.basis,
    isOfRequest: "constraint",
    exchange: result,
  } as const;
  if (await acceptsOtherValue(covering, scope))
    return [...findings, { ...refused, key: "refused", message: `A valid request was refused with status ${status}` }];
  const kind = await refusedWithAnyValue(covering, scope);
  if (kind === undefined) return findings;
  const message = `Valid values of "${covering.name}" are refused, each with status ${status} as far as was tried`;
  const basis = kind === "listed" ? operation.basis : "assumed";
  return [...findings, { ...refused, key: "always refused", message, basis }];
}

/** True for a member that the operation has accepted with the same value. Only its repetition can be the reason then. */
function wasAccepted({ request }: Exchange, { place }: Covering, { acceptedMembers }: Scope): boolean {
  const [, name = ""] = /^body\/([^/]+)/.exec(place) ?? [];
  const body = jsonIn(request);
  return isObject(body) && Object.hasOwn(body, name) && acceptedMembers.has(memberKey(name, body[name] as Json));
}

/**
 * True for a query parameter that is written without a value. A target may refuse it unless `allowEmptyValue` is true,
 * whatever the schema says (OpenAPI 3.1.1, section 4.8.12).
 */
function isEmptyInQuery({ place, request }: Covering, { contract, operation }: Scope): boolean {
  const parameter = operation.parameters.find((each) => place.startsWith(`query /${each.name}`));
  if (!parameter) return false;
  const values = readQuery(request.path.split("?", 2)[1] ?? "").filter(([each]) => each === parameter.name);
  const isAllowed = valueAt(contract.document, joinPointer(parameter.pointer, "allowEmptyValue")) === true;
  return !isAllowed && values.length > 0 && values.every(([, value]) => value === "");
}

/** True for a create whose key is not valid as the path parameter of the read operation. */
function choosesInvalidKey(request: WireRequest, { contract, operation }: Scope): boolean {
  const roles = rolesFor(contract);
  const role = roles.get(operation);
  if (role?.kind !== "create") return false;
  const body = jsonIn(request);
  const key = extractItemId(itemInRequest(body, role), role);
  if (typeof key !== "string" && typeof key !== "number") return false;
  const [reader, { idParameter } = {}] =
    [...roles].find(([, { kind, collection }]) => kind === "read" && collection === role.collection) ?? [];
  const parameter = reader?.parameters.find(({ in: place, name }) => place === "path" && name === idParameter);
  return key === "" || (parameter !== undefined && !arrivesValid(contract, parameter, key));
}

/** Values that the contract lists or bounds, or values with a pattern, which may have to exist. */
type ValueKind = "listed" | "formed";

/**
 * The kind of an optional part whose values are all refused, also in combinations, while the request without it is
 * accepted. Undefined for other parts, and for values that may refer to data.
 */
async function refusedWithAnyValue(
  { place, name, request }: Covering,
  { contract, coverage, exchange, operation }: Scope,
): Promise<ValueKind | undefined> {
  const isFirst = coverage?.valid.find((each) => each.place === place)?.request === request;
  const schema = findOptionalPart(place, { name, contract, operation });
  // The part is reported once, with its first value.
  if (!coverage || !schema || !isFirst) return undefined;
  const kind = classifyBoundary(contract, name, schema);
  if (kind === undefined) return undefined;
  const combined = coverage.combined.filter(({ path }) => new RegExp(`[?&]${percentEncode(name)}=`).test(path));
  const others = place.startsWith("query ") ? combined.slice(0, kind === "listed" ? MAX_COMBINED : MAX_OTHERS) : [];
  for (const other of others) if (!refusals.includes((await exchange(other)).response.status)) return undefined;
  const { status } = (await exchange(coverage.plain)).response;
  if (status >= 200 && status < 300) return kind;
  return undefined;
}

/** Schema of a query parameter or member of the body that the plain request lacks. */
function findOptionalPart(
  place: string,
  { name, contract, operation }: { readonly name: string } & Pick<Scope, "contract" | "operation">,
): JsonSchema | undefined {
  const parameter = operation.parameters.find((each) => place === `query /${each.name}`);
  if (parameter) {
    if (parameter.required) return undefined;
    return parameter.schema.value;
  }
  const body = requestMedia(operation)?.schema?.value;
  if (body === undefined || place !== `body/${name}`) return undefined;
  const isRequired = listSchemaParts(contract, body).some(
    ({ required }) => Array.isArray(required) && required.includes(name),
  );
  if (isRequired) return undefined;
  return { allOf: listMemberSchemas(contract, body, name) };
}

function classifyBoundary(contract: Contract, name: string, schema: JsonSchema): ValueKind | undefined {
  const parts = listSchemaParts(contract, schema);
  const declaresKeyword = (keyword: string): boolean => parts.some((part) => part[keyword] !== undefined);
  const isPageSize = limitNames.test(foldedName(name)) && declaresKeyword("maximum");
  const isBoolean = listJsonTypes(contract, schema).every((type) => type === "boolean" || type === "null");
  if (isPageSize || isBoolean || declaresKeyword("enum") || (declaresKeyword("minimum") && declaresKeyword("maximum")))
    return "listed";
  if (declaresKeyword("pattern") && parts.length > 0) return "formed";
  return undefined;
}

/** Maximum number of combinations tried, in case that one parameter needs another one. */
const MAX_COMBINED = 12;

/** Maximum number of other values tried at one place. */
const MAX_OTHERS = 3;

/**
 * True where the target accepts another value at the same place, or refuses it only because it has accepted it before.
 * Then the refused value itself is the cause.
 */
async function acceptsOtherValue({ place, request }: Covering, scope: Scope): Promise<boolean> {
  const otherRequests =
    scope.coverage?.valid.filter((other) => other.place === place && other.request !== request) ?? [];
  for (const other of otherRequests.slice(0, MAX_OTHERS)) {
    const exchange = await sentAfresh(other.request, scope);
    if (isSuccess(exchange)) return true;
    if (wasAccepted(exchange, other, scope)) return true;
  }
  return false;
}
