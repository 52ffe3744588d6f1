import { isSuccess } from "../items/fields.ts";
import type { Item } from "../items/item.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Json, type Operation, responseFor } from "../../contracts/index.ts";
import { otherIdThan } from "./story/other-id.ts";
import type { Relation, Story } from "./story/relation.ts";
import type { Violation } from "./story/violation.ts";

/** Maximum numbers of actions, and of operations below the item, that are tried. */
const [MAX_ACTIONS, MAX_BELOW] = [4, 6];

/** Operations of an item that never existed are refused, if the contract has a status for it. */
export const unknownRefused: Relation = {
  id: "unknown-refused",
  claim: "An item that was never created cannot be read, deleted or acted on, and has nothing below it",
  cause: "lives",
  needs: ["read"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const { resource } = story;
    const reader = resource.operationOf("read");
    const idParameter = resource.roleOf("read")?.idParameter;
    const unknown = reader && unknownFor(reader, idParameter, item, story);
    const read = unknown && (await resource.sendRequest("read", unknown));
    if (!reader || !unknown || !read) return [];
    if (isSuccess(read)) {
      // One generated id may be that of an item by chance.
      const other = unknownFor(reader, idParameter, unknown, story);
      const again = other && (await resource.sendRequest("read", other));
      return again ? violationsOf(reader, again) : [];
    }
    if (read.response.status !== 404 && read.response.status !== 410) return wrongRefusal(reader, read);
    const broken: Violation[] = [];
    const remover = resource.operationOf("delete");
    const removed = remover && hasRefusal(remover) ? await resource.sendRequest("delete", unknown) : undefined;
    if (remover && removed) broken.push(...violationsOf(remover, removed));
    const actions = resource.transitions.filter((action) => isWithoutBody(action) && hasRefusal(action));
    for (const action of actions.slice(0, MAX_ACTIONS)) {
      const done = await resource.sendTransition(action, unknown);
      if (done) broken.push(...violationsOf(action, done));
    }
    for (const each of operationsBelow(reader, story).slice(0, MAX_BELOW)) {
      const request = story.coverageAt(each, unknown.values)?.plain;
      if (request) broken.push(...violationsOf(each, await story.exchange(request, each)));
    }
    return broken;
  },
};

function isWithoutBody({ body }: Operation): boolean {
  return body?.required !== true;
}

/** Operations below an item, apart from its actions without a body, that document the refusal of an unknown one: reads first. */
function operationsBelow(reader: Operation, { contract, resource }: Story): readonly Operation[] {
  return contract.operations
    .filter((each) => each.path.startsWith(`${reader.path}/`) && !each.path.slice(reader.path.length).includes("{"))
    .filter((each) => hasRefusal(each) && !(isWithoutBody(each) && resource.transitions.includes(each)))
    .toSorted((one, other) => Number(other.safe) - Number(one.safe));
}

/** A violation if an unknown item is refused as a wrong request, with a status that the contract does not have. */
function wrongRefusal(reader: Operation, exchange: Exchange): readonly Violation[] {
  const { status } = exchange.response;
  if ((status !== 400 && status !== 409) || responseFor(reader, status)) return [];
  const message = `${reader.name} was answered with ${status} for an id that no item has; the contract has 404 for it, and no ${status}`;
  return [{ key: `${reader.name} ${status}`, message, exchange }];
}

/** An item with an id that no item has. Undefined if the operation documents no refusal of unknown items. */
function unknownFor(
  operation: Operation,
  idParameter: string | undefined,
  item: Item,
  { contract }: Story,
): Item | undefined {
  const schemas = operation.parameters.filter((each) => each.in === "path" && each.name === idParameter);
  if (!hasRefusal(operation) || schemas.length === 0) return undefined;
  const id: Json | undefined = otherIdThan(item.id, { contract, schemas: schemas.map(({ schema }) => schema.value) });
  return id === undefined ? undefined : { ...item, id, values: [...item.values.slice(0, -1), id] };
}

/** True if the contract has the refusal of an unknown item. */
function hasRefusal({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "404" || status === "410");
}

function violationsOf({ name }: Operation, exchange: Exchange): readonly Violation[] {
  if (!isSuccess(exchange)) return [];
  const { status } = exchange.response;
  const message = `${name} was answered with ${status} for an id that no item has; the contract has 404 for it`;
  return [{ key: name, message, exchange }];
}
