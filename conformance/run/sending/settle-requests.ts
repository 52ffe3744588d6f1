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
  idempotencyKeysOf,
  isJson,
  isObject,
  oncePer,
  parameterNamesIn,
  readQuery,
  validatorOf,
  writeParameterText,
} from "../../../contracts/index.ts";
import { type Exchange, jsonIn } from "../../model/exchange.ts";
import { rolesFor } from "../../model/roles.ts";
import type { WireRequest } from "../../model/wire-message.ts";
import { type Precondition, type Reading, hasFixedVersion, preconditionsOf } from "../../requests/preconditions.ts";
import { createRequests } from "../../requests/requests.ts";
import { withQueryValue } from "../../requests/version-base.ts";
import { requestMedia } from "../../requests/wire.ts";
import { freshId } from "../../items/fresh-ids.ts";
import { itemIn, pathValuesByName, sentValues } from "../../items/items.ts";
import { contentTypeOf } from "../../model/media-of.ts";

/** Gives requests the values that only the moment of sending decides: idempotency keys and versions of items. */
export interface RequestSettler {
  /** The request with idempotency keys that no earlier request had. Missing and invalid ones stay as they are. */
  withFreshKeys(request: WireRequest, operation: Operation): WireRequest;
  /**
   * Sends a request with fresh keys and the current version of its item. If the version is refused, its other forms
   * follow until one is accepted, such as that of a member where the item has no entity tag.
   */
  send(request: WireRequest, operation: Operation, deliver: Deliver): Promise<Exchange>;
}

type Deliver = (request: WireRequest) => Promise<Exchange>;

interface SettlerOptions {
  readonly router: Router;
  readonly contractOf: (operation: Operation) => Contract;
  /** Number that differs from run to run, because providers keep idempotency keys longer than a run takes. */
  readonly nonce: number;
  /** Idempotency keys of the run. */
  readonly keys: Set<string>;
  /** Sends a reading request that nothing judges. Undefined if it was not answered. */
  read(request: WireRequest, operation: Operation): Promise<Exchange | undefined>;
}

/** Statuses that refuse a precondition, or its absence. */
const refusals: readonly number[] = [412, 428];

export function createRequestSettler({ router, contractOf, nonce, keys, read }: SettlerOptions): RequestSettler {
  /** Form of the versions that an operation has accepted. */
  const accepted = new Map<Operation, number>();
  return { withFreshKeys, send };

  function withFreshKeys(request: WireRequest, operation: Operation): WireRequest {
    const contract = contractOf(operation);
    const { parameters, members } = idempotencyKeysIn(contract)(operation);
    const withParameters = parameters.reduce((made, parameter) => {
      const isSent = hasValidValue(made, parameter, contract);
      const key = isSent ? freshId(parameter, { contract, seed: nonce, chosenIds: keys }) : undefined;
      return key === undefined ? made : withParameter(made, parameter, key);
    }, request);
    return members.reduce((made, name) => withFreshMember(made, name, operation), withParameters);
  }

  function withFreshMember(request: WireRequest, name: string, operation: Operation): WireRequest {
    const pointer = requestMedia(operation)?.schema?.pointer;
    const body = isJson(contentTypeOf(request)) ? jsonIn(request) : undefined;
    if (pointer === undefined || !isObject(body) || !Object.hasOwn(body, name)) return request;
    const isValid = (value: Json): boolean =>
      !validatorOf(contractOf(operation), pointer, "request")(value).some((each) => each.pointer === `/${name}`);
    if (!isValid(body)) return request;
    const fresh = freshTexts().map((key) => ({ ...body, [name]: key }));
    const found = fresh.find(isValid);
    return found ? { ...request, body: JSON.stringify(found) } : request;
  }

  /** Two forms of one key, as a short text and as a UUID. */
  function freshTexts(): readonly string[] {
    const short = `c${nonce.toString(36)}-${keys.size}`;
    keys.add(short);
    const digits = (nonce * 0x1_00_00 + (keys.size % 0x1_00_00)).toString(16).padStart(12, "0").slice(-12);
    return [short, `c0c00000-0000-4000-8000-${digits}`];
  }

  async function send(request: WireRequest, operation: Operation, deliver: Deliver): Promise<Exchange> {
    const keyed = withFreshKeys(request, operation);
    const stated = hasFixedVersion(request)
      ? []
      : preconditionsOf(contractOf(operation))(operation).filter((each) => each.isIn(request));
    if (stated.length === 0) return deliver(keyed);
    const forms = formsOf(keyed, stated, await readingBefore(request, operation));
    const known = accepted.get(operation);
    let form = Math.min(known ?? 0, forms.length - 1);
    const last = known === undefined ? forms.length - 1 : form;
    let exchange = await deliver(forms[form] as WireRequest);
    while (form < last && refusals.includes(exchange.response.status))
      exchange = await deliver(withFreshKeys(forms[++form] as WireRequest, operation));
    if (exchange.response.status < 300) accepted.set(operation, form);
    return exchange;
  }

  /** The item of a changing request, as it is now. */
  async function readingBefore(request: WireRequest, operation: Operation): Promise<Reading | undefined> {
    const contract = contractOf(operation);
    const reader = readerOf(contract, operation);
    const reading = reader && readRequest(contract, reader, sentValues(request, router));
    const exchange = reading && (await read(reading, reader));
    if (!exchange || exchange.response.status !== 200) return undefined;
    const role = rolesFor(contract).get(reader as Operation);
    const shown = role && itemIn(exchange, role);
    return { exchange, shown: isObject(shown) ? shown : {} };
  }

  function readRequest(contract: Contract, reader: Operation, values: readonly Json[]): WireRequest | undefined {
    const own = values.slice(0, parameterNamesIn(reader.path).length);
    try {
      const requests = createRequests(contract, reader, router, pathValuesByName(reader.path, own), { isExact: true });
      return fc.sample(requests.bare, { seed: 1, numRuns: 1 })[0];
    } catch {
      return undefined;
    }
  }
}

const idempotencyKeysIn = oncePer((contract: Contract) =>
  oncePer((operation: Operation) => idempotencyKeysOf(contract, operation)),
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
      return version === undefined ? made : each.on(made, version);
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
  return text === undefined ? undefined : reader.fromText(text);
}

function withParameter(request: WireRequest, parameter: Parameter, value: Json): WireRequest {
  const text = writeParameterText(parameter, value);
  if (parameter.in === "query") return withQueryValue(request, parameter.name, text);
  return { ...request, headers: { ...request.headers, [parameter.name.toLowerCase()]: text } };
}
