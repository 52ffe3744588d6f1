import type { Hold } from "../faults/index.ts";
import type { Courier, Errand } from "./courier.ts";

interface Held {
  readonly errand: Errand;
  readonly rank: number;
}

interface Window {
  readonly id: string;
  readonly held: Held[];
}

/** Tasks that wait for others of their lane, to run in another order. */
export interface Windows {
  /** Holds a task until its lane has enough of them, or until the first one has waited for its maximum delay. */
  hold(errand: Errand, window: NonNullable<Hold["window"]>): void;
  /** Releases a held task, due at the given time. Returns false if no task of that id is held. */
  release(id: string, due: number): boolean;
}

/** Creates the windows of a courier, which releases those that do not fill in time. */
export function createWindows(courier: Courier): Windows {
  const windows = new Map<string, Window>();
  let opened = 0;

  return {
    hold(errand, { size, rank }) {
      const { lane } = errand;
      let window = windows.get(lane);
      if (!window) {
        window = { id: `window ${++opened}`, held: [] };
        windows.set(lane, window);
        courier.add(opening(window, errand));
      }
      window.held.push({ errand, rank });
      if (window.held.length < size) return;
      // Later tasks wait in another window.
      windows.delete(lane);
      courier.hasten(window.id);
    },
    release(id, due) {
      for (const { held } of windows.values()) {
        const at = held.findIndex(({ errand }) => errand.id === id);
        if (at >= 0) {
          courier.add({ ...(held.splice(at, 1)[0] as Held).errand, due });
          return true;
        }
      }
      return false;
    },
  };

  /** Runs in its own lane, so that slow endpoints delay no others. */
  function opening(window: Window, { lane, due }: Errand): Errand {
    return {
      id: window.id,
      lane: window.id,
      due,
      isHeld: true,
      async run(since) {
        if (windows.get(lane) === window) windows.delete(lane);
        for (const errand of mixed(window.held)) courier.add({ ...errand, due: since });
        return undefined;
      },
    };
  }
}

/** Sorts by rank. If that is the original order, the first task goes last. */
function mixed(held: readonly Held[]): readonly Errand[] {
  const ranked = held.toSorted((one, other) => one.rank - other.rank);
  const isSame = ranked.every((each, index) => each === held[index]);
  const [first, ...others] = ranked.map(({ errand }) => errand);
  return first && isSame ? [...others, first] : ranked.map(({ errand }) => errand);
}
