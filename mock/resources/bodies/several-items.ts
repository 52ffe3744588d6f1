import {
  isObject,
  propertyNamesOf,
  resourcesIn,
  schemasAtPath,
  valueAtPath,
  withValueAtPath,
} from "../../../contracts/index.ts";
import type { Handler } from "../../calls/call.ts";
import { batchHandler } from "../batch-handler.ts";
import { membersIn } from "../members/members.ts";
import type { ResourceContext } from "../resource-context.ts";
import { withSavedIds } from "./saved-ids.ts";
import { withWrapper } from "./wrapper.ts";

/**
 * Lets a create take several items where its request has a list of them beside the place of one: `orders` beside `order`.
 * The response has them in its own list. Undefined if the request has no such list.
 */
export function severalHandler(context: ResourceContext, one: Handler): Handler | undefined {
  const { contract, operation, role, representations } = context;
  const place = role.sentIn ?? role.wrapper;
  if (role.kind !== "create" || place === undefined) return undefined;
  const resources = resourcesIn(contract);
  const sent = resources.bodies.requestSchema(operation);
  const site = resources.at(role.collection).findSentList(sent)?.site;
  if (sent === undefined || site === undefined || site.form !== "list") return undefined;
  const each = site.steps.join(".");
  const names = propertyNamesOf(contract, { allOf: schemasAtPath(contract, sent, place.split(".")) });
  const isBeside = parentOf(each) === parentOf(place) && each !== place;
  const isAlike = names.size > 0 && names.size === site.names.size && [...names].every((name) => site.names.has(name));
  if (!isBeside || !isAlike) return undefined;
  const shown = resources.at(role.collection).findList(representations.shapeOf(operation))?.site.steps ?? [];
  const itemsProperty = shown.length > 0 ? shown.join(".") : undefined;
  const ofEach = { ...context, role: { ...role, each, ...(itemsProperty !== undefined && { itemsProperty }) } };
  const single = withSavedIds(context, one);
  const batch = withSavedIds(ofEach, batchHandler(ofEach, one));
  return async (call) => {
    const { body } = call.input;
    const list = valueAtPath(body, site.steps);
    if (!Array.isArray(list)) return single(call);
    const first = valueAtPath(body, place.split("."));
    const entries = isObject(first) ? [first, ...list] : list;
    const answer = await batch({ ...call, input: { ...call.input, body: withValueAtPath({}, site.steps, entries) } });
    if ("refused" in answer) return answer;
    if (!answer.page) return { value: withWrapper(membersIn(answer.value), role) };
    const { items, envelope } = answer.page;
    const values = items.map(({ value }) => value);
    return { value: withValueAtPath(envelope, shown, values) };
  };
}

function parentOf(place: string): string {
  return place.slice(0, Math.max(0, place.lastIndexOf(".")));
}
