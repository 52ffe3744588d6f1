import { isSuccess } from "../items/fields.ts";
import type { Item, ItemOperationKind } from "../items/item.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Json, Operation } from "../../contracts/index.ts";
import { otherIdThan } from "./story/other-id.ts";
import type { Relation, Story } from "./story/relation.ts";
import type { Violation } from "./story/violation.ts";

/** Maximum number of actions tried. */
const MAX_ACTIONS = 4;

/** Operations of an item that never existed are refused, if the contract has a status for it. */
export const unknownRefused: Relation = {
  id: "unknown-refused",
  claim: "An item that was never created is neither read nor deleted, and no action is done to it",
  cause: "lives",
  needs: [],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const { resource } = story;
    const broken: Violation[] = [];
    for (const deed of ["read", "delete"] as const) {
      const operation = resource.operationOf(deed);
      const unknown = operation && unknownFor(operation, resource.roleOf(deed)?.idParameter, item, story);
      const exchange = unknown && (await resource.sendRequest(deed satisfies ItemOperationKind, unknown));
      if (operation && exchange) broken.push(...violationsOf(operation, exchange));
    }
    for (const action of resource.transitions.filter(({ body }) => body?.required !== true).slice(0, MAX_ACTIONS)) {
      const unknown = unknownFor(action, resource.roleOf("read")?.idParameter, item, story);
      const exchange = unknown && (await resource.sendTransition(action, unknown));
      if (exchange) broken.push(...violationsOf(action, exchange));
    }
    return broken;
  },
};

/** An item with an id that no item has. Undefined if the operation documents no refusal of unknown items. */
function unknownFor(
  operation: Operation,
  idParameter: string | undefined,
  item: Item,
  { contract }: Story,
): Item | undefined {
  const isRefused = operation.responses.some(({ status }) => status === "404" || status === "410");
  const schemas = operation.parameters.filter((each) => each.in === "path" && each.name === idParameter);
  if (!isRefused || schemas.length === 0) return undefined;
  const id: Json | undefined = otherIdThan(item.id, { contract, schemas: schemas.map(({ schema }) => schema.value) });
  return id === undefined ? undefined : { ...item, id, values: [...item.values.slice(0, -1), id] };
}

function violationsOf({ name }: Operation, exchange: Exchange): readonly Violation[] {
  if (!isSuccess(exchange)) return [];
  const { status } = exchange.response;
  const message = `${name} was answered with ${status} for an id that no item has; the contract has 404 for it`;
  return [{ key: name, message, exchange }];
}
