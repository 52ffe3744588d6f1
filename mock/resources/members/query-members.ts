import type { ResourceContext } from "../resource-context.ts";
import { type RoleKind, listQueryBases } from "../../../contracts/index.ts";
import type { Handler } from "../../calls/call.ts";
import { toMembers, pickMembers } from "./members.ts";

const writingKinds: ReadonlySet<RoleKind> = new Set(["create", "copy", "update", "replace", "transition"]);

/**
 * Reads members of an item from the query, where an operation that writes has no body: `POST /tags?name=new`. Parameters
 * that the item does not have, and versions that a change is based on, are no members.
 */
export function withQueryMembers(context: ResourceContext, handler: Handler): Handler {
  const { operation, role, representations, presenter } = context;
  if (operation.safe || operation.body !== undefined || role.each !== undefined || !writingKinds.has(role.kind))
    return handler;
  const bases = new Set(listQueryBases(operation).map(({ name }) => name));
  const queryNames = operation.parameters.filter(({ in: place }) => place === "query").map(({ name }) => name);
  const isShownMember = (name: string): boolean =>
    !bases.has(name) &&
    Object.keys(representations.withShownNames(presenter.operation, { [name]: true })).some((shown) =>
      representations.hasProperty(presenter.operation, shown),
    );
  const names = queryNames.filter(isShownMember);
  if (names.length === 0) return handler;
  return (call) => {
    const asked = representations.withShownNames(presenter.operation, pickMembers(call.input.parameters, names));
    return handler({ ...call, input: { ...call.input, body: { ...asked, ...toMembers(call.input.body) } } });
  };
}
