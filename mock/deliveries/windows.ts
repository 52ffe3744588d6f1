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

/** Errands that wait for others of their lane, to be done in another order. */
export interface Windows {
  /** Holds an errand back until there are enough of its lane, or the first of them has waited for as long as it says. */
  hold(errand: Errand, window: NonNullable<Hold["window"]>): void;
  /** Lets an errand go that is held back, as one that is due at a moment; false where none of that id is. */
  release(id: string, due: number): boolean;
}

/** Windows of one courier: he opens those that it takes too long to fill. */
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
      // What comes from now on waits in another one.
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

  /** In a lane of its own: an endpoint that is slow stops none. */
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

/** By rank; where that is the order in which they came, the first goes last. */
function mixed(held: readonly Held[]): readonly Errand[] {
  const ranked = held.toSorted((one, other) => one.rank - other.rank);
  const isSame = ranked.every((each, index) => each === held[index]);
  const [first, ...others] = ranked.map(({ errand }) => errand);
  return first && isSame ? [...others, first] : ranked.map(({ errand }) => errand);
}
