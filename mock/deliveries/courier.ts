import type { Clock } from "../model/clock.ts";

/** Something to do for an endpoint at a time. */
export interface Errand {
  readonly id: string;
  /** Errands of one lane are done one after the other. */
  readonly lane: string;
  /** Not before this moment, in milliseconds since 1970 by the courier's clock. */
  readonly due: number;
  /** True if only a fault holds it. */
  readonly isHeld?: boolean;
  /** Does it when it has become due, and answers when it has to be done again; never throws. */
  readonly run: (due: number) => Promise<Errand | undefined>;
}

/** Does errands when they are due. */
export interface Courier {
  add(errand: Errand): void;
  /** Does an errand now that waits for its time; false where none of that id waits. */
  hasten(id: string): boolean;
  /** Does what only a fault holds, as if it had become due. Returns false if there is none. */
  release(): boolean;
  /** Resolves when all that is due was done; what waits for a later time is not waited for. */
  settled(): Promise<void>;
  /** Drops all errands. */
  close(): void;
}

/** What setTimeout can wait for. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * A courier that goes by a clock: while it runs, by a timer that keeps no process alive; while it stands
 * still, when it is moved.
 */
export function createCourier(clock: Clock): Courier {
  const lanes = new Map<string, Errand[]>();
  const busy = new Set<string>();
  /** Those of a later time, the next one last. */
  const waiting: Errand[] = [];
  const settling: (() => void)[] = [];
  let isStarting = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let unwatch: (() => void) | undefined;

  return {
    add(errand) {
      if (isClosed) return;
      if (errand.due > clock.now()) wait(errand);
      else queue(errand);
      start();
    },
    hasten,
    release() {
      const held = waiting.filter(({ isHeld }) => isHeld).toReversed();
      for (const { id } of held) hasten(id);
      return held.length > 0;
    },
    settled: () => new Promise((resolve) => (isIdle() ? resolve() : settling.push(resolve))),
    close() {
      isClosed = true;
      lanes.clear();
      waiting.length = 0;
      rest();
      settle();
    },
  };

  function hasten(id: string): boolean {
    const at = waiting.findIndex((errand) => errand.id === id);
    if (at < 0) return false;
    queue({ ...(waiting.splice(at, 1)[0] as Errand), due: clock.now() });
    start();
    return true;
  }

  /** Soon: whoever adds an errand goes on first. */
  function start(): void {
    if (isStarting) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      go();
    });
  }

  function go(): void {
    const now = clock.now();
    while (waiting.length > 0 && (waiting.at(-1) as Errand).due <= now) queue(waiting.pop() as Errand);
    for (const [lane, errands] of lanes) {
      if (busy.has(lane)) continue;
      const errand = errands.shift();
      if (errand) void run(errand);
      else lanes.delete(lane);
    }
    rest();
    if (waiting.length > 0) watch(now);
    if (isIdle()) settle();
  }

  async function run(errand: Errand): Promise<void> {
    busy.add(errand.lane);
    const again = await errand.run(errand.due);
    busy.delete(errand.lane);
    if (again && !isClosed) wait(again);
    go();
  }

  function queue(errand: Errand): void {
    const errands = lanes.get(errand.lane);
    if (errands) errands.push(errand);
    else lanes.set(errand.lane, [errand]);
  }

  function wait(errand: Errand): void {
    const later = waiting.findLastIndex(({ due }) => due > errand.due);
    waiting.splice(later + 1, 0, errand);
  }

  function watch(now: number): void {
    unwatch = clock.watch(start);
    if (clock.isFrozen) return;
    const next = (waiting.at(-1) as Errand).due - now;
    timer = setTimeout(start, Math.min(next, LONGEST_TIMEOUT)).unref();
  }

  function rest(): void {
    clearTimeout(timer);
    unwatch?.();
    unwatch = undefined;
  }

  function isIdle(): boolean {
    return !isStarting && busy.size === 0 && lanes.size === 0;
  }

  function settle(): void {
    for (const resolve of settling.splice(0)) resolve();
  }
}
