import type { Clock } from "../model/clock.ts";

/** A task for an endpoint, due at a time. */
export interface Task {
  readonly id: string;
  /** Tasks of one lane run one after the other. */
  readonly lane: string;
  /** Time when the task is due, in milliseconds since 1970 by the courier's clock. */
  readonly due: number;
  /** True if only a fault holds it. */
  readonly isHeld?: boolean;
  /** Runs the task when it is due. Returns the time of its next run, if there is one. Never throws. */
  readonly run: (due: number) => Promise<Task | undefined>;
}

/** Runs tasks when they are due. */
export interface Courier {
  add(task: Task): void;
  /** Runs a waiting task now. Returns false if no task of that id waits. */
  hasten(id: string): boolean;
  /** Runs the tasks that only a fault holds. Returns false if there are none. */
  release(): boolean;
  /** Resolves when all due tasks have run. Does not wait for later ones. */
  settled(): Promise<void>;
  /** Drops all tasks. */
  close(): void;
}

/** Maximum delay of setTimeout. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * Creates a courier for a clock. While the clock runs, it uses a timer that does not keep the process alive. While the
 * clock is frozen, it runs tasks when the clock is moved.
 */
export function createCourier(clock: Clock): Courier {
  const lanes = new Map<string, Task[]>();
  const busy = new Set<string>();
  /** Tasks of a later time, the next one last. */
  const waiting: Task[] = [];
  const settling: (() => void)[] = [];
  let isStarting = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let unwatch: (() => void) | undefined;

  return {
    add(task) {
      if (isClosed) return;
      if (task.due > clock.now()) wait(task);
      else queue(task);
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
    const at = waiting.findIndex((task) => task.id === id);
    if (at < 0) return false;
    queue({ ...(waiting.splice(at, 1)[0] as Task), due: clock.now() });
    start();
    return true;
  }

  /** Runs due tasks soon, after the caller has continued. */
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
    while (waiting.length > 0 && (waiting.at(-1) as Task).due <= now) queue(waiting.pop() as Task);
    for (const [lane, tasks] of lanes) {
      if (busy.has(lane)) continue;
      const task = tasks.shift();
      if (task) void run(task);
      else lanes.delete(lane);
    }
    rest();
    if (waiting.length > 0) watch(now);
    if (isIdle()) settle();
  }

  async function run(task: Task): Promise<void> {
    busy.add(task.lane);
    const again = await task.run(task.due);
    busy.delete(task.lane);
    if (again && !isClosed) wait(again);
    go();
  }

  function queue(task: Task): void {
    const tasks = lanes.get(task.lane);
    if (tasks) tasks.push(task);
    else lanes.set(task.lane, [task]);
  }

  function wait(task: Task): void {
    const later = waiting.findLastIndex(({ due }) => due > task.due);
    waiting.splice(later + 1, 0, task);
  }

  function watch(now: number): void {
    unwatch = clock.watch(start);
    if (clock.isFrozen) return;
    const next = (waiting.at(-1) as Task).due - now;
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
