import type { WireRequest } from "../../model/wire-message.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  percentEncode,
  isObject,
  responseFor,
} from "../../../contracts/index.ts";
import { jsonIn } from "../../model/exchange.ts";
import { type BodyBase, bodyBaseOf } from "../../requests/body-base.ts";
import type { Reading } from "./lost.ts";

/** A documented way to send the base version of a change. */
export interface Base {
  /** Name of the header, query parameter or member, such as "If-Match" or "base_version". */
  readonly name: string;
  /** Status codes that refuse an outdated version. */
  readonly refusals: readonly number[];
  /** The version of the item in a reading. */
  of(reading: Reading): string | undefined;
  on(request: WireRequest, base: string): WireRequest;
}

/** Base versions that an operation accepts, if it also documents the status code that refuses an outdated one. */
export function basesOf(operation: Operation, contract: Contract): readonly Base[] {
  const documents = (status: number): boolean => {
    const found = responseFor(operation, status);
    return found !== undefined && found.status !== "default";
  };
  const bases: Base[] = operation.parameters.flatMap(({ name, in: place }): Base[] => {
    const field = /^(?:base|expected|if)_(version|revision|updated_at)$/.exec(name)?.[1];
    if (place !== "query" || field === undefined || !documents(409)) return [];
    const of = ({ shown }: Reading): string | undefined =>
      typeof shown[field] === "string" || typeof shown[field] === "number" ? String(shown[field]) : undefined;
    return [{ name, refusals: [409, 412], of, on: (request, base) => withQuery(request, name, base) }];
  });
  const hasHeader = operation.parameters.some(({ name, in: place }) => place === "header" && /^if-match$/i.test(name));
  if (hasHeader && documents(412))
    bases.push({
      name: "If-Match",
      refusals: [412],
      of: ({ exchange }) => exchange.response.headers["etag"],
      on: (request, base) => ({ ...request, headers: { ...request.headers, "if-match": base } }),
    });
  const inBody = documents(409) || documents(412) ? bodyBaseOf(contract, operation) : undefined;
  if (inBody)
    bases.push({
      name: inBody.name,
      refusals: [409, 412],
      of: ({ shown }) => valueNamed(shown, inBody),
      on: (request, base) => withMember(request, inBody.name, base),
    });
  return bases;
}

function valueNamed(shown: JsonObject, { isNamed }: BodyBase): string | undefined {
  const [, value] = Object.entries(shown).find(([name]) => isNamed(name)) ?? [];
  return typeof value === "string" || typeof value === "number" ? JSON.stringify(value) : undefined;
}

/** The request with the version in its body. The version is JSON, so that a number stays a number. */
function withMember(request: WireRequest, name: string, value: string): WireRequest {
  const body = jsonIn(request);
  return isObject(body)
    ? { ...request, body: JSON.stringify({ ...body, [name]: JSON.parse(value) as Json }) }
    : request;
}

function withQuery(request: WireRequest, name: string, value: string): WireRequest {
  const { path } = request;
  return { ...request, path: `${path}${path.includes("?") ? "&" : "?"}${percentEncode(name)}=${percentEncode(value)}` };
}
