import { type Basis, type Contract, hasMarkers } from "../../contracts/index.ts";
import type { MockResponse } from "./exchange.ts";

/** Headers that say what a response is based on. Empty for a document without markers, where all of it is stated. */
export function basisHeaders({ document }: Contract, basis: Basis): { readonly "concord-basis"?: Basis } {
  if (hasMarkers(document)) return { "concord-basis": basis };
  return {};
}

/** A response without the header. */
export function withoutBasis(response: MockResponse): MockResponse {
  const { "concord-basis": _, ...headers } = response.headers;
  return { ...response, headers };
}
