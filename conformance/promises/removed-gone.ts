import type { WireRequest } from "../model/wire-message.ts";
import { encode, joinQuery } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Property } from "../scope/property.ts";
import type { Scope } from "../scope/scope.ts";
import { isRemoved } from "./promised.ts";

/**
 * What was withdrawn does not serve any more (`x-removed` in its document). 404 and 410 are what is promised,
 * and any other refusal does not serve either: a gateway may ask for credentials, or for the form of a body, first.
 */
export const removedGone: Property = {
  id: "removed-gone",
  claim: "An operation that was removed is answered 404 or 410",
  faultCode: "F210",
  phase: "promises",
  writes: false,
  applies: ({ operation }) => isRemoved(operation),
  given: (scope) => [{ label: "", requests: [requestOf(scope)], runs: 1 }],
  async holds(request, scope) {
    const { operation } = scope;
    const answered = await scope.exchange(request);
    const { status } = answered.response;
    if (status < 200 || status > 299 || (await servesAnything(answered, scope))) return [];
    return [
      {
        check: "removed-gone",
        key: "served",
        message: `A removed operation is still served with status ${status}, not refused with 404 or 410`,
        basis: operation.basis,
        ...(operation.section !== undefined && { section: operation.section }),
        exchange: answered,
      },
    ];
  },
};

/** With items that exist, so that it is not they who are missing. */
function requestOf({ operation: { method, path }, known }: Scope): WireRequest {
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    encode(typeof known[name] === "string" ? known[name] : String(known[name] ?? "concord")),
  );
  const isBodied = method !== "GET" && method !== "HEAD" && method !== "DELETE";
  return {
    method,
    path: joinQuery(filled, ""),
    headers: { accept: "application/json, */*", ...(isBodied && { "content-type": "application/json" }) },
    ...(isBodied && { body: "{}" }),
  };
}

/** A server that answers any path so, as one with a page for all, says nothing about this one. */
async function servesAnything({ request, response }: Exchange, { exchange }: Scope): Promise<boolean> {
  const path = `${request.path.split("/").slice(0, 2).join("/")}/concord-no-such-path`;
  return (await exchange({ ...request, path })).response.status === response.status;
}
