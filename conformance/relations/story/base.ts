import type { WireRequest } from "../../model/wire-message.ts";
import {
  type Contract,
  type Json,
  type Operation,
  isObject,
  queryBasesOf,
  readQuery,
  responseFor,
  versionIn,
} from "../../../contracts/index.ts";
import { jsonIn } from "../../model/exchange.ts";
import { bodyBaseOf, withQueryValue } from "../../requests/version-base.ts";
import type { Reading } from "./lost.ts";

/** A documented way to send the base version of a change. */
export interface Base {
  /** Name of the header, query parameter or member, such as "If-Match" or "base_version". */
  readonly name: string;
  /** Status codes that refuse an outdated version. */
  readonly refusals: readonly number[];
  /** The version of the item in a reading. */
  of(reading: Reading): string | undefined;
  /** A version that the item does not have yet. Undefined if versions have no order. */
  later(base: string): string | undefined;
  on(request: WireRequest, base: string): WireRequest;
  /** True if a request has a base version. */
  isOn(request: WireRequest): boolean;
}

/** Base versions that an operation accepts, if it also documents the status code that refuses an outdated one. */
export function basesOf(operation: Operation, contract: Contract): readonly Base[] {
  const documents = (status: number): boolean => {
    const found = responseFor(operation, status);
    return found !== undefined && found.status !== "default";
  };
  const isRefused = documents(409) || documents(412);
  const bases = (isRefused ? queryBasesOf(operation) : []).map((base): Base => {
    const { name } = base;
    return {
      name,
      refusals: [409, 412],
      of: ({ shown }) => versionIn(shown, base)?.toString(),
      later: laterNumber,
      on: (request, version) => withQueryValue(request, name, version),
      isOn: ({ path }) => readQuery(path.split("?", 2)[1] ?? "").some(([each]) => each === name),
    };
  });
  const hasHeader = operation.parameters.some(({ name, in: place }) => place === "header" && /^if-match$/i.test(name));
  if (hasHeader && documents(412))
    bases.push({
      name: "If-Match",
      refusals: [412],
      of: ({ exchange }) => exchange.response.headers["etag"],
      later: () => '"concord-4097"',
      on: (request, base) => ({ ...request, headers: { ...request.headers, "if-match": base } }),
      isOn: ({ headers }) => headers["if-match"] !== undefined,
    });
  const inBody = isRefused ? bodyBaseOf(contract, operation) : undefined;
  if (inBody)
    bases.push({
      name: inBody.name,
      refusals: [409, 412],
      of: ({ shown }) => JSON.stringify(versionIn(shown, inBody)),
      later: laterNumber,
      on: (request, base) => withMember(request, inBody.name, base),
      isOn: (request) => Object.hasOwn(Object(jsonIn(request)) as object, inBody.name),
    });
  return bases;
}

/** Far from the current version, so that no other change reaches it meanwhile. */
const VERSIONS_LATER = 4096;

function laterNumber(base: string): string | undefined {
  const later = Number(base) + VERSIONS_LATER;
  return Number.isSafeInteger(later) ? String(later) : undefined;
}

/** The request with the version in its body. The version is JSON, so that a number stays a number. */
function withMember(request: WireRequest, name: string, value: string): WireRequest {
  const body = jsonIn(request);
  return isObject(body)
    ? { ...request, body: JSON.stringify({ ...body, [name]: JSON.parse(value) as Json }) }
    : request;
}
