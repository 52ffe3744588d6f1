import {
  type Contract,
  type Method,
  type Operation,
  canonicalPath,
  createRouter,
  oncePer,
  withoutQuery,
} from "../../contracts/index.ts";
import type { Finding } from "../checks/finding.ts";
import type { Property } from "../scope/property.ts";

/** Methods tried. DELETE is left out, because a target that supports it would lose data. */
const methods: readonly Method[] = ["PATCH", "PUT", "POST"];

/**
 * Routers of all paths by method. A request without the query that a path requires is no request for an unknown method,
 * nor is one for a fixed path that fits the template of another: PUT /users/count is one of PUT /users/{id}.
 */
const routersOf = oncePer(({ operations }: Contract) => {
  const byMethod = Map.groupBy(operations, ({ method }) => method);
  const routed = (each: Operation): Operation => ({ ...each, path: withoutQuery(each.path) });
  return new Map([...byMethod].map(([method, all]) => [method, createRouter(all.map(routed))]));
});

/** A method that no operation has at a path is refused (RFC 9110, 15.5.6). */
export const unsupportedMethod: Property = {
  id: "unsupported-method",
  claim: "The target refuses a method that the contract does not document",
  cause: "methods",
  faultCode: "F210",
  phase: "sequences",
  writes: true,
  // The property runs once for each path, with the first operation of the path.
  applies: ({ contract, operation }) =>
    contract.operations.find(({ path }) => canonicalPath(path) === canonicalPath(operation.path)) === operation,
  given: ({ requests }) => [{ label: "", requests: requests.bare, runs: 1 }],
  async holds(request, { contract, operation, exchange, judge }) {
    const findings: Finding[] = [];
    const path = request.path.split("?", 1)[0] as string;
    for (const method of methods.filter((each) => !isDocumentedMethod(contract, each, path))) {
      const result = await exchange({ ...request, method });
      const { status } = result.response;
      if (status >= 500 && status !== 501) findings.push(...judge(result));
      if (status < 200 || status > 299) continue;
      const message = `${method}, which the contract does not have at this path, was answered with status ${status}`;
      findings.push({
        check: "unsupported-method",
        key: method,
        message,
        basis: operation.basis,
        exchange: result,
      });
    }
    return findings;
  },
};

/** True where any operation matches the method and path, including one with another path template. */
function isDocumentedMethod(contract: Contract, method: Method, path: string): boolean {
  const match = routersOf(contract).get(method)?.match(method, path);
  return match !== undefined && "operation" in match;
}
