import { resourcesIn, withValueAtPath } from "../../../contracts/index.ts";
import type { Handler } from "../../calls/call.ts";
import type { ResourceContext } from "../resource-context.ts";
import { compileCollection } from "../resource.ts";
import type { StoredRole } from "../stored-role.ts";

/** Least number of members by which the body of a response is known as another item. */
const MIN_NAMES = 3;

/**
 * Answers with the item above, if the response of an operation shows that item and not the one that it changes: the
 * event, for a POST to "/events/{id}/layers".
 */
export function withParentAnswer(context: ResourceContext, handler: Handler): Handler {
  const { parent } = context.lineage;
  const { operation, role } = context;
  if (!parent || operation.safe) return handler;
  const steps = findParentPlace(context, parent.collection);
  if (!steps) return handler;
  const parentRole: StoredRole = { ...role, collection: parent.collection, pathPrefix: parent.pathPrefix };
  const collection = compileCollection(parentRole);
  return async (call) => {
    const answer = await handler(call);
    if ("refused" in answer) return answer;
    const id = String(call.input.parameters[parent.idParameter] ?? "");
    const stored = await call.store.read({ organization: call.world.organization, collection: collection(call), id });
    if (!stored) return answer;
    const { fitting: _, ...rest } = answer;
    return { ...rest, value: withValueAtPath(answer.value ?? {}, steps, stored.value), stored };
  };
}

/** Steps to the item above in the response of an operation. Undefined if it shows no such item, or one as its member. */
function findParentPlace(
  { contract, operation, role }: ResourceContext,
  collection: string,
): readonly string[] | undefined {
  const { at, bodies } = resourcesIn(contract);
  const above = at(collection);
  const shown = bodies.responseSchema(operation);
  if (shown === undefined || above.item === undefined || above.key === undefined) return undefined;
  const site = above.findItem(shown)?.site;
  if (site === undefined || site.names.size < MIN_NAMES || !haveSameNames(site.names, bodies.names(above.item)))
    return undefined;
  const own = at(role.collection).item;
  if (own === undefined) return site.steps;
  const ownNames = bodies.names(own);
  const inWrapper = role.wrapper?.split(".") ?? [];
  const isInOwn =
    inWrapper.every((step, index) => site.steps[index] === step) && ownNames.has(site.steps[inWrapper.length] ?? "");
  if (isInOwn || haveSameNames(site.names, ownNames)) return undefined;
  return site.steps;
}

function haveSameNames(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && [...some].every((name) => others.has(name));
}
