import fc from "fast-check";
import {
  type Contract,
  type Json,
  type Operation,
  type Parameter,
  type ParameterReader,
  type Router,
  canonicalPath,
  createParameterReader,
  findIdempotencyKeys,
  isJson,
  isObject,
  oncePer,
  listParameterNames,
  readQuery,
  validatorOf,
  writeParameterText,
} from "../../../contracts/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../../model/exchange.ts";
import { rolesFor } from "../../model/roles.ts";
import { type Precondition, type Reading, hasFixedVersion, preconditionsOf } from "../../requests/preconditions.ts";
import { createRequests } from "../../requests/requests.ts";
import { withQueryValue } from "../../requests/version-base.ts";
import { requestMedia } from "../../requests/wire.ts";
import { freshId } from "../../items/fresh-ids.ts";
import type { SendRequest, RequestToSend } from "../../items/request-to-send.ts";
import type { Tagging } from "../../items/tagged.ts";
import { readResponseItem, pathValuesByName, sentValues } from "../../items/items.ts";
import { getContentType } from "../../model/response-media.ts";

/** Parts of a run that `prepare` needs for each request of a trial. */
interface PreparationContext {
  readonly router: Router;
  /** Number that differs from run to run, because providers keep idempotency keys longer than a run takes. */
  readonly nonce: number;
  /** Idempotency keys of the run. */
  readonly keys: Set<string>;
  /** Form of the versions that each operation has accepted. */
  readonly acceptedForms: Map<Operation, number>;
  readonly tagging?: Tagging | undefined;
  /** Sends a reading request that nothing judges. Undefined if it was not answered. */
  read(sent: RequestToSend): Promise<Exchange | undefined>;
}

/** Statuses that refuse a precondition, or its absence. */
const refusals: readonly number[] = [412, 428];

/**
 * First step of a request: gives it what only the moment of sending decides, which is a tag for the items of the run,
 * idempotency keys that no earlier request had, and the current version of its item. A refused tag is left out.
 */
export async function prepare(sent: RequestToSend, context: PreparationContext, next: SendRequest): Promise<Exchange> {
  const { request, operation, contract, as, isAtOnce } = sent;
  const tagging = as ? undefined : context.tagging;
  const tagged = tagging?.tagRequest(request, operation, contract) ?? request;
  if (isAtOnce) return next(withFreshKeys({ ...sent, request: tagged }, context));
  const exchange = await sendWithVersion({ ...sent, request: tagged }, context, next);
  if (!tagging || tagged === request) return exchange;
  return tagging.withoutIt(exchange, () => sendWithVersion(sent, context, next), operation);
}

/**
 * Sends a request with fresh keys and the current version of its item. If the version is refused, its other forms follow
 * until one is accepted, such as that of a member where the item has no entity tag.
 */
async function sendWithVersion(sent: RequestToSend, context: PreparationContext, next: SendRequest): Promise<Exchange> {
  const { request, operation, contract } = sent;
  const { acceptedForms } = context;
  const keyed = withFreshKeys(sent, context);
  const stated = hasFixedVersion(request)
    ? []
    : preconditionsOf(contract)(operation).filter((each) => each.isIn(request));
  if (stated.length === 0) return next(keyed);
  const forms = formsOf(keyed.request, stated, await readItem(sent, context));
  const known = acceptedForms.get(operation);
  let form = Math.min(known ?? 0, forms.length - 1);
  const last = known === undefined ? forms.length - 1 : form;
  let exchange = await next({ ...sent, request: forms[form] as WireRequest });
  while (form < last && refusals.includes(exchange.response.status))
    exchange = await next(withFreshKeys({ ...sent, request: forms[++form] as WireRequest }, context));
  if (exchange.response.status < 300) acceptedForms.set(operation, form);
  return exchange;
}

/** The request with idempotency keys that no earlier request had. Missing and invalid ones stay as they are. */
function withFreshKeys(sent: RequestToSend, context: PreparationContext): RequestToSend {
  const { operation, contract } = sent;
  const { nonce, keys } = context;
  const { parameters, members } = idempotencyKeysIn(contract)(operation);
  let { request } = sent;
  for (const parameter of parameters) {
    const isSent = hasValidValue(request, parameter, contract);
    const key = isSent ? freshId(parameter, { contract, seed: nonce, chosenIds: keys }) : undefined;
    if (key !== undefined) request = withParameter(request, parameter, key);
  }
  for (const name of members) request = withFreshMember({ ...sent, request }, name, context);
  return { ...sent, request };
}

function withFreshMember(
  { request, operation, contract }: RequestToSend,
  name: string,
  context: PreparationContext,
): WireRequest {
  const pointer = requestMedia(operation)?.schema?.pointer;
  const body = isJson(getContentType(request)) ? jsonIn(request) : undefined;
  if (pointer === undefined || !isObject(body) || !Object.hasOwn(body, name)) return request;
  const isValid = (value: Json): boolean =>
    !validatorOf(contract, pointer, "request")(value).some((each) => each.pointer === `/${name}`);
  if (!isValid(body)) return request;
  const found = freshTexts(context)
    .map((key) => ({ ...body, [name]: key }))
    .find(isValid);
  if (found) return { ...request, body: JSON.stringify(found) };
  return request;
}

/** Two forms of one key, as a short text and as a UUID. */
function freshTexts({ nonce, keys }: PreparationContext): readonly string[] {
  const short = `c${nonce.toString(36)}-${keys.size}`;
  keys.add(short);
  const digits = (nonce * 0x1_00_00 + (keys.size % 0x1_00_00)).toString(16).padStart(12, "0").slice(-12);
  return [short, `c0c00000-0000-4000-8000-${digits}`];
}

/** The item of a changing request, as it is now. */
async function readItem(
  { request, operation, contract }: RequestToSend,
  { router, read }: PreparationContext,
): Promise<Reading | undefined> {
  const reader = readerOf(contract, operation);
  const reading = reader && readRequest(contract, reader, router, sentValues(request, router));
  const exchange = reading && (await read({ request: reading, operation: reader, contract }));
  if (!exchange || exchange.response.status !== 200) return undefined;
  const role = rolesFor(contract).get(reader);
  const shown = role && readResponseItem(exchange, role);
  return { exchange, shown: isObject(shown) ? shown : {} };
}

function readRequest(
  contract: Contract,
  reader: Operation,
  router: Router,
  values: readonly Json[],
): WireRequest | undefined {
  const own = values.slice(0, listParameterNames(reader.path).length);
  try {
    const requests = createRequests(contract, reader, router, pathValuesByName(reader.path, own), { isExact: true });
    return fc.sample(requests.bare, { seed: 1, numRuns: 1 })[0];
  } catch {
    return undefined;
  }
}

const idempotencyKeysIn = oncePer((contract: Contract) =>
  oncePer((operation: Operation) => findIdempotencyKeys(contract, operation)),
);

/** Requests with each form of the versions. The request itself if nothing is known. */
function formsOf(
  request: WireRequest,
  stated: readonly Precondition[],
  reading: Reading | undefined,
): readonly WireRequest[] {
  const versions = stated.map((each) => each.versionsOf(reading));
  const most = Math.max(1, ...versions.map(({ length }) => length));
  return Array.from({ length: most }, (_, form) =>
    stated.reduce((made, each, index) => {
      const own = versions[index] as readonly string[];
      const version = own[Math.min(form, own.length - 1)];
      if (version === undefined) return made;
      return each.on(made, version);
    }, request),
  );
}

/** Operation that reads the item which another one changes: at the same path, or of the same collection. */
function readerOf(contract: Contract, operation: Operation): Operation | undefined {
  const roles = rolesFor(contract);
  const path = canonicalPath(operation.path);
  const collection = roles.get(operation)?.collection;
  const atPath = contract.operations.find((each) => each.method === "GET" && canonicalPath(each.path) === path);
  return atPath ?? [...roles].find(([, role]) => role.kind === "read" && role.collection === collection)?.[0];
}

function hasValidValue(request: WireRequest, parameter: Parameter, contract: Contract): boolean {
  const value = valueIn(request, parameter, createParameterReader(contract, parameter));
  return value !== undefined && validatorOf(contract, parameter.schema.pointer, "request")(value).length === 0;
}

function valueIn({ path, headers }: WireRequest, { in: place, name }: Parameter, reader: ParameterReader) {
  if (place === "query") return reader.fromPairs(readQuery(path.split("?", 2)[1] ?? ""));
  const text = headers[name.toLowerCase()];
  if (text === undefined) return undefined;
  return reader.fromText(text);
}

function withParameter(request: WireRequest, parameter: Parameter, value: Json): WireRequest {
  const text = writeParameterText(parameter, value);
  if (parameter.in === "query") return withQueryValue(request, parameter.name, text);
  return { ...request, headers: { ...request.headers, [parameter.name.toLowerCase()]: text } };
}
