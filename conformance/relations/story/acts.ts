import type { Json, JsonObject, JsonSchema, Operation } from "../../../contracts/index.ts";
import { createValues } from "../../../contracts/generate/index.ts";
import type { Item, ItemOperationKind, ItemRequestOptions } from "../../items/item.ts";
import type { Exchange } from "../../model/exchange.ts";
import { listValidBodies } from "./bodies.ts";
import type { Story } from "./relation.ts";

/** One thing that can be done with an item: a read, a change, an action, a delete, or a request below it. */
export interface Act {
  readonly operation: Operation;
  /** Undefined if no request can be generated. */
  send(item: Item, asked?: ItemRequestOptions): Promise<Exchange | undefined>;
}

/** A change that sends an item or members of it. */
export interface Write extends Act {
  readonly deed: "update" | "replace";
  /** Distinct valid bodies, sorted by their number of members. */
  bodies(item: Item): readonly JsonObject[];
}

/** The act of a kind. Undefined if the contract has no operation for it. */
export function findAct(deed: ItemOperationKind, { resource }: Story): Act | undefined {
  const operation = resource.operationOf(deed);
  return operation && { operation, send: (item, asked) => resource.sendRequest(deed, item, asked) };
}

/** The update and the replacement of an item, as far as the contract has them. */
export function listWrites(story: Story, deeds: readonly Write["deed"][] = ["update", "replace"]): readonly Write[] {
  return deeds.flatMap((deed) => {
    const act = findAct(deed, story);
    if (act) return [{ ...act, deed, bodies: (item: Item) => listValidBodies(story.contract, act.operation, item) }];
    return [];
  });
}

export function listActions({ resource }: Story): readonly Act[] {
  return resource.transitions.map((operation) => ({
    operation,
    send: (item) => resource.sendTransition(operation, item),
  }));
}

/** Requests below the path of an item that need no further path parameter. */
export function listActsBelow({ contract, resource, coverageAt, exchange }: Story): readonly Act[] {
  const [path] = (["read", "delete", "update", "replace"] as const).flatMap(
    (deed) => resource.operationOf(deed)?.path ?? [],
  );
  if (path === undefined) return [];
  return contract.operations
    .filter((each) => each.path.startsWith(`${path}/`) && !each.path.slice(path.length).includes("{"))
    .map((operation) => ({
      operation,
      async send({ values }) {
        const request = coverageAt(operation, values)?.plain;
        return request && exchange(request, operation);
      },
    }));
}

/** True for an act that says nothing but what is done to the item. */
export function needsNoBody({ operation }: Act): boolean {
  return operation.body?.required !== true;
}

export function withId(item: Item, id: Json): Item {
  return { ...item, id, values: [...item.values.slice(0, -1), id] };
}

/** Far from the ids that a provider counts up to meanwhile. */
const DISTANCE = 4097;

/** The item with an id of the same form that no item has. Undefined if the schemas of the id allow no other one. */
export function unknownLike(item: Item, story: Story, deed: ItemOperationKind = "read"): Item | undefined {
  const name = story.resource.roleOf(deed)?.idParameter;
  const parameters = story.resource.operationOf(deed)?.parameters ?? [];
  const own = parameters.filter((each) => each.in === "path" && each.name === name);
  if (own.length === 0) return undefined;
  const id = otherIdThan(
    item.id,
    own.map(({ schema }) => schema.value),
    story,
  );
  if (id === undefined) return undefined;
  return withId(item, id);
}

/** An id of the same form that no item has. Undefined if the schemas allow no other one. */
export function otherIdThan(
  id: Json,
  schemas: readonly JsonSchema[],
  { contract }: Pick<Story, "contract">,
): Json | undefined {
  if (typeof id === "number") return id + DISTANCE;
  const other = createValues(contract, "request").identifier(schemas, {
    name: `other than ${String(id)}`,
    prefix: "other",
    counter: DISTANCE,
  });
  return other === id ? undefined : other;
}

/** Statuses that blame the request itself. */
const malformed: ReadonlySet<number> = new Set([400, 405, 406, 415, 422]);

/** True for a refusal that blames the request, where the contract has one of the statuses that blame the state instead. */
export function refusedAsMalformed(
  { response }: Exchange,
  { responses }: Operation,
  statuses: readonly string[],
): boolean {
  return malformed.has(response.status) && responses.some(({ status }) => statuses.includes(status));
}
