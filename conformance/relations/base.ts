import type { Operation } from "../../contracts/index.ts";
import { encode, responseFor } from "../../contracts/index.ts";
import type { WireRequest } from "../exchange.ts";
import type { Reading } from "./lost.ts";

/** A way to say on which version of an item a change is based, as a contract documents it. */
export interface Base {
  /** "If-Match", "base_version". */
  readonly name: string;
  /** The statuses that refuse a stale one. */
  readonly refusals: readonly number[];
  /** What a reading of the item gives for it. */
  of(reading: Reading): string | undefined;
  on(request: WireRequest, base: string): WireRequest;
}

/** The ways that an operation documents, together with the status that refuses a base that is no longer the head. */
export function basesOf(operation: Operation): readonly Base[] {
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
  return bases;
}

function withQuery(request: WireRequest, name: string, value: string): WireRequest {
  const { path } = request;
  return { ...request, path: `${path}${path.includes("?") ? "&" : "?"}${encode(name)}=${encode(value)}` };
}
