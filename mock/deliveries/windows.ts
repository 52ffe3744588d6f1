import type { Hold } from "../faults/index.ts";
import type { Courier, Task } from "./courier.ts";
import { reordered } from "./reordered.ts";

interface HeldTask {
  readonly task: Task;
  readonly rank: number;
}

interface Window {
  readonly id: string;
  readonly held: HeldTask[];
}

/** Tasks that wait for others of their lane, to run in another order. */
export interface Windows {
  /** Holds a task until its lane has enough of them, or until the first one has waited for its maximum delay. */
  hold(task: Task, window: NonNullable<Hold["window"]>): void;
  /** Releases a held task, due at the given time. Returns false if no task of that id is held. */
  release(id: string, due: number): boolean;
}

/** Creates the windows of a courier, which releases those that do not fill in time. */
export function createWindows(courier: Courier): Windows {
  const windows = new Map<string, Window>();
  let windowCount = 0;

  return {
    hold(task, { size, rank }) {
      const { lane } = task;
      let window = windows.get(lane);
      if (!window) {
        window = { id: `window ${++windowCount}`, held: [] };
        windows.set(lane, window);
        courier.add(windowTask(window, task));
      }
      window.held.push({ task, rank });
      if (window.held.length < size) return;
      // Later tasks wait in another window.
      windows.delete(lane);
      courier.runNow(window.id);
    },
    release(id, due) {
      for (const { held } of windows.values()) {
        const at = held.findIndex(({ task }) => task.id === id);
        if (at >= 0) {
          courier.add({ ...(held.splice(at, 1)[0] as HeldTask).task, due });
          return true;
        }
      }
      return false;
    },
  };

  /** Runs in its own lane, so that slow endpoints delay no others. */
  function windowTask(window: Window, { lane, due }: Task): Task {
    return {
      id: window.id,
      lane: window.id,
      due,
      isHeld: true,
      async run(since) {
        if (windows.get(lane) === window) windows.delete(lane);
        for (const { task } of reordered(window.held)) courier.add({ ...task, due: since });
        return undefined;
      },
    };
  }
}
