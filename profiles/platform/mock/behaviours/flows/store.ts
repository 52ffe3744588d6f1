import {
  type Address,
  type Call,
  type Refusal,
  type Store,
  type Stored,
  readOtherItem,
  slicePage,
  storeWithRules,
} from "../../../../../mock/profile/index.ts";
import { collections } from "../../collections.ts";
import { type JsonObject, percentEncode } from "../../../../../contracts/index.ts";
import {
  type ProgressInputs,
  withSuccessorsDue,
  advanceExecution,
  findTask,
  listTasks,
  withTask,
} from "./execution.ts";
import { contextsOfConditions } from "./followed-edges.ts";

export const EXECUTIONS = "/v2/flows/executions";

export type RunSettings = Pick<ProgressInputs, "runTime">;

/**
 * Store that returns executions in their state at the time of the call, and lets their tasks progress after each
 * change. Conditions are evaluated with the entities at the time of the call.
 *
 * @param startingExecution the execution that starts.
 */
export function executionStore(call: Call, settings: RunSettings, startingExecution: JsonObject = {}): Store {
  const { store, now } = call;
  const openExecutionStore = async (address: Address): Promise<Store> => {
    const execution = (await store.read(address))?.value ?? startingExecution;
    const course = { ...settings, entityAt: await loadEntities(call, execution) };
    return storeWithRules(store, {
      onRead: (value) => advanceExecution(value, now, course),
      onWrite: (value, before = {}) =>
        advanceExecution(withSuccessorsDue(value, before, { now, ...course }), now, course),
    });
  };
  return {
    ...store,
    // An index knows the stored values, not the values at the current time.
    select: undefined,
    async read(address) {
      return (await openExecutionStore(address)).read(address);
    },
    async list(organization, collection, page) {
      const { items, total } = await store.list(organization, collection, page);
      const current = items.map(async (item) => {
        const entityAt = await loadEntities(call, item.value);
        const value = advanceExecution(item.value, now, { ...settings, entityAt });
        if (value === item.value) return item;
        return { ...item, value };
      });
      return { items: await Promise.all(current), total };
    },
    async change(address, step) {
      return (await openExecutionStore(address)).change(address, step);
    },
  };
}

/** The entities that the conditions of an execution refer to. They are read before the conditions are evaluated. */
async function loadEntities(call: Call, execution: JsonObject): Promise<ProgressInputs["entityAt"]> {
  const entitiesById = new Map<unknown, JsonObject | undefined>();
  for (const { schema, entity_id: id } of contextsOfConditions(execution))
    entitiesById.set(
      id,
      (await readOtherItem(call, `${collections.entities}/${percentEncode(String(schema))}`, String(id)))?.value,
    );
  return ({ entity_id: id }) => entitiesById.get(id);
}

/** Address of the execution in the path of a call. */
export function executionAddress({ world, input }: Call): Address {
  return { organization: world.organization, collection: EXECUTIONS, id: String(input.parameters["execution_id"]) };
}

export function noExecution({ id }: Address): Refusal {
  return { refused: `There is no execution "${id}"`, status: 404 };
}

/** The tasks of one execution as a collection. They are stored in the execution, so that both always agree. */
export function taskStore(executions: Store, execution: Address, now: number): Store {
  return {
    ...executions,
    select: undefined,
    async read({ id }) {
      const task = findTask(await readExecutionValue(), id);
      return task && { value: task };
    },
    async list(_, __, page) {
      const tasks = listTasks(await readExecutionValue());
      return { items: slicePage(tasks, page).map((value) => ({ value })), total: tasks.length };
    },
    async position({ id }) {
      const position = listTasks(await readExecutionValue()).findIndex((task) => task["id"] === id);
      return position < 0 ? undefined : position;
    },
    async change({ id }, step) {
      let outcome: Stored | null | Refusal = null;
      const refusal = await executions.change(execution, (current) => {
        if (!current) return noExecution(execution);
        const task = findTask(current.value, id);
        outcome = step(task && { value: task });
        if (outcome !== null && "refused" in outcome) return outcome;
        return { ...current, value: outcome ? withTask(current.value, outcome.value, now) : current.value };
      });
      if (refusal !== null && "refused" in refusal) return refusal;
      return outcome;
    },
  };

  async function readExecutionValue(): Promise<Stored["value"]> {
    return (await executions.read(execution))?.value ?? {};
  }
}
