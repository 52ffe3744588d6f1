import type { Call } from "../../call.ts";
import type { Refusal } from "../../problem.ts";
import { ruled } from "../../state/ruled.ts";
import type { Address, Store, Stored } from "../../state/store.ts";
import { settled, taskOf, tasksOf, withTask } from "./execution.ts";

export const EXECUTIONS = "/v2/flows/executions";

/** How long an automation runs, in milliseconds of the world's time. */
export interface RunSettings {
  readonly runTime: number;
}

/** The executions of a call's organization as they are by now. */
export function executionsOf({ store, now }: Call, { runTime }: RunSettings): Store {
  return ruled(store, { seen: (execution) => settled(execution, now, runTime) });
}

/** Where the execution is that a call's path names. */
export function executionAddress({ world, input }: Call): Address {
  return { organization: world.organization, collection: EXECUTIONS, id: String(input.parameters["execution_id"]) };
}

export function noExecution({ id }: Address): Refusal {
  return { refused: `There is no execution "${id}"`, status: 404 };
}

/** The tasks of one execution as a collection of their own: they live in it, so that both always agree. */
export function tasksWithin(executions: Store, execution: Address, now: number): Store {
  return {
    ...executions,
    async read({ id }) {
      const task = taskOf(await valueOf(), id);
      return task && { value: task };
    },
    async list(_, __, { offset, limit }) {
      const tasks = tasksOf(await valueOf());
      return { items: tasks.slice(offset, offset + limit).map((value) => ({ value })), total: tasks.length };
    },
    async change({ id }, step) {
      let outcome: Stored | null | Refusal = null;
      const refusal = await executions.change(execution, (current) => {
        if (!current) return noExecution(execution);
        const task = taskOf(current.value, id);
        outcome = step(task && { value: task });
        if (outcome !== null && "refused" in outcome) return outcome;
        return { ...current, value: outcome ? withTask(current.value, outcome.value, now) : current.value };
      });
      return refusal !== null && "refused" in refusal ? refusal : outcome;
    },
  };

  async function valueOf(): Promise<Stored["value"]> {
    return (await executions.read(execution))?.value ?? {};
  }
}
