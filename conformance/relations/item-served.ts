import type { Item } from "../items/item.ts";
import { isSuccess } from "../items/fields.ts";
import type { Exchange } from "../model/exchange.ts";
import { rolesFor } from "../model/roles.ts";
import { referringIn } from "../requests/references.ts";
import { bodiesFor, extremesOf } from "./story/bodies.ts";
import type { Relation, Story } from "./story/relation.ts";
import type { Violation } from "./story/violation.ts";

/** Maximum number of actions tried. */
const MAX_ACTIONS = 6;

/** Maximum number of bodies tried of a child. */
const MAX_BODIES = 2;

/** Statuses of unknown items, paths and methods. */
const unknown: ReadonlySet<number> = new Set([404, 405, 410]);

/** One way to change or remove an item. It returns the responses. */
interface Attempt {
  readonly name: string;
  send(item: Item): Promise<readonly Exchange[]>;
}

/** An item that is read before and after a request is no unknown item to that request. */
export const itemServed: Relation = {
  id: "item-served",
  claim: "An item that can be read is also known to its updates, actions and delete, and to creates below it",
  cause: "lives",
  needs: ["read"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const broken: Violation[] = [];
    for (const attempt of attemptsOf(story)) broken.push(...(await violationsOf(attempt, item, story)));
    return broken;
  },
};

function attemptsOf(story: Story): readonly Attempt[] {
  const { resource, contract } = story;
  const updates = (["update", "replace"] as const).flatMap((deed): readonly Attempt[] => {
    const operation = resource.operationOf(deed);
    if (!operation) return [];
    const send: Attempt["send"] = async (item) => {
      const sent: Exchange[] = [];
      // Another body may refer to something that exists.
      for (const body of extremesOf(bodiesFor(contract, operation, item))) {
        const exchange = await resource.sendRequest(deed, item, { body });
        if (exchange) sent.push(exchange);
      }
      return sent;
    };
    return [{ name: operation.name, send }];
  });
  // The body of an action may name something else that is unknown.
  const actions = resource.transitions
    .filter(({ body }) => body?.required !== true)
    .slice(0, MAX_ACTIONS)
    .map((action): Attempt => ({
      name: action.name,
      send: async (item) => present(await resource.sendTransition(action, item)),
    }));
  const removal = resource.operationOf("delete");
  const removals = removal
    ? [{ name: removal.name, send: async (item: Item) => present(await resource.sendRequest("delete", item)) }]
    : [];
  return [...updates, ...actions, ...additionsOf(story), ...removals];
}

/** Creates of children. Those whose bodies refer to other items are left out, because such an item may be unknown. */
function additionsOf({ resource, contract, coverageAt, exchange }: Story): readonly Attempt[] {
  const path = resource.operationOf("read")?.path ?? "";
  return [...rolesFor(contract)].flatMap(([operation, { kind }]): readonly Attempt[] => {
    const isBelow = operation.path.startsWith(`${path}/`) && !operation.path.slice(path.length).includes("{");
    if (kind !== "create" || !isBelow || referringIn(contract, operation).size > 0) return [];
    const send: Attempt["send"] = async ({ values }) => {
      const coverage = coverageAt(operation, values);
      const requests = coverage ? [coverage.plain, ...coverage.valid.map(({ request }) => request)] : [];
      const sent: Exchange[] = [];
      for (const request of requests.slice(0, MAX_BODIES)) sent.push(await exchange(request, operation));
      return sent;
    };
    return [{ name: operation.name, send }];
  });
}

async function violationsOf({ name, send }: Attempt, item: Item, { resource }: Story): Promise<readonly Violation[]> {
  const isRead = async (): Promise<Exchange | undefined> => {
    const read = await resource.sendRequest("read", item);
    return read && isSuccess(read) ? read : undefined;
  };
  if (!(await isRead())) return [];
  const sent = await send(item);
  const [first] = sent;
  if (!first || !sent.every(({ response }) => unknown.has(response.status))) return [];
  const after = await isRead();
  if (!after) return [];
  const { status } = first.response;
  const message = `${name} was answered with ${status}, and the item is read before and after`;
  return [{ key: `${name} ${status}`, message, exchange: first, otherExchanges: [after] }];
}

function present(exchange: Exchange | undefined): readonly Exchange[] {
  return exchange ? [exchange] : [];
}
