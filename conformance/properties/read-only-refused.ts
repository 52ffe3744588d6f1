import { rolesFor } from "../model/roles.ts";
import type { RoleKind } from "../../contracts/index.ts";
import type { Property } from "../scope/property.ts";

/** Roles that certainly write. A POST with another role may be a query. */
const writing: ReadonlySet<RoleKind | undefined> = new Set([
  "create",
  "copy",
  "replace",
  "update",
  "transition",
  "delete",
]);

/** One request is enough, because the permission of a token hardly depends on the request. */
const RUNS = 1;

/** A write with a read-only token is refused with 401 or 403. */
export const readOnlyRefused: Property = {
  id: "read-only-refused",
  claim: "The target refuses a write with a read-only token",
  cause: "readers",
  faultCode: "F206",
  phase: "promises",
  writes: true,
  applies: ({ operation, contract, target }) =>
    target.identities.readOnly !== undefined &&
    operation.security.length > 0 &&
    operation.security.every((requirement) => requirement.length > 0) &&
    !operation.safe &&
    writing.has(rolesFor(contract).get(operation)?.kind),
  given: ({ requests }) => [{ label: "", requests: requests.exact, runs: RUNS }],
  async holds(request, { target, exchangeAs, judge, operation }) {
    const result = target.identities.readOnly && (await exchangeAs(target.identities.readOnly, request));
    if (!result) return [];
    const { status } = result.response;
    if (status < 200 || status > 299) return judge(result);
    return [
      {
        check: "read-only-refused",
        key: "accepted",
        message: `A write with a token that may only read was answered with status ${status}, not refused with 401 or 403`,
        basis: operation.basis,
        exchange: result,
      },
    ];
  },
};
