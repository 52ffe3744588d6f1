import { percentEncode, joinQuery, omitUndefined } from "../../contracts/index.ts";
import type { Exchange, WireRequest } from "../model/exchange.ts";
import type { Property } from "../scope/property.ts";
import type { Scope } from "../scope/scope.ts";
import { isRemoved } from "./promised.ts";

/**
 * A removed operation (`x-removed` in its document) neither succeeds nor fails. It should return 404 or 410, but any
 * refusal passes: a gateway may check credentials or the body first.
 */
export const removedGone: Property = {
  id: "removed-gone",
  claim: "A removed operation returns 404 or 410",
  faultCode: "F210",
  phase: "promises",
  writes: false,
  applies: ({ operation }) => isRemoved(operation),
  given: (scope) => [{ label: "", requests: [buildRemovedRequest(scope)], runs: 1 }],
  async holds(request, scope) {
    const { operation } = scope;
    const result = await scope.exchange(request);
    const { status } = result.response;
    const isServed = status >= 200 && status <= 299;
    if ((!isServed && status !== 500) || (await servesAnything(result, scope))) return [];
    const what = isServed ? "is still served" : "fails";
    return [
      omitUndefined({
        check: "removed-gone",
        key: isServed ? "served" : "failed",
        message: `A removed operation ${what} with status ${status}, and is not refused with 404 or 410`,
        basis: operation.basis,
        section: operation.section,
        exchange: result,
      }),
    ];
  },
};

/** Request with ids of existing items, so that a refusal is not about a missing item. */
function buildRemovedRequest({ operation: { method, path }, known }: Scope): WireRequest {
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    percentEncode(typeof known[name] === "string" ? known[name] : String(known[name] ?? "concord")),
  );
  const isBodied = method !== "GET" && method !== "HEAD" && method !== "DELETE";
  return {
    method,
    path: joinQuery(filled, ""),
    headers: { accept: "application/json, */*", ...(isBodied && { "content-type": "application/json" }) },
    ...(isBodied && { body: "{}" }),
  };
}

/** True for a server that answers any path alike, such as one with a catch-all page. */
async function servesAnything({ request, response }: Exchange, { exchange }: Scope): Promise<boolean> {
  const path = `${request.path.split("/").slice(0, 2).join("/")}/concord-no-such-path`;
  return (await exchange({ ...request, path })).response.status === response.status;
}
