import { runInBackground } from "../model/background.ts";
import type { Clock } from "../model/clock.ts";

/** A task for an endpoint, due at a time. */
export interface Task {
  readonly id: string;
  /** Tasks of one lane run one after the other. */
  readonly lane: string;
  /** Time when the task is due, in milliseconds since 1970 by the courier's clock. */
  readonly due: number;
  /** True if a fault delays the task. */
  readonly isHeld?: boolean;
  /** Runs the task when it is due. Returns the time of its next run, if there is one. If it throws, that is a warning, and the others run. */
  readonly run: (due: number) => Promise<Task | undefined>;
}

/** Runs tasks when they are due. */
export interface Courier {
  add(task: Task): void;
  /** Runs a waiting task now. Returns false if no task of that id waits. */
  runNow(id: string): boolean;
  /** Runs the tasks that a fault delays. Returns false without such tasks. */
  release(): boolean;
  /** Resolves when all due tasks have run. Does not wait for later ones. */
  settled(): Promise<void>;
  /** Drops all tasks. */
  close(): void;
}

/** Maximum delay of setTimeout. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/**
 * Creates a courier for a clock. While the clock runs, it uses a timer that does not keep the process alive. While the
 * clock is frozen, it runs tasks when the clock is moved.
 */
export function createCourier(clock: Clock): Courier {
  const lanes = new Map<string, Task[]>();
  const busyLanes = new Set<string>();
  /** Tasks that are due later. The next task is last. */
  const waiting: Task[] = [];
  const settledResolvers: (() => void)[] = [];
  let isScheduled = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let unwatch: (() => void) | undefined;

  return {
    add(task) {
      if (isClosed) return;
      if (task.due > clock.now()) wait(task);
      else queue(task);
      scheduleRun();
    },
    runNow,
    release() {
      const held = waiting.filter(({ isHeld }) => isHeld).toReversed();
      for (const { id } of held) runNow(id);
      return held.length > 0;
    },
    settled: () => new Promise((resolve) => (isIdle() ? resolve() : settledResolvers.push(resolve))),
    close() {
      isClosed = true;
      lanes.clear();
      waiting.length = 0;
      stopWatching();
      resolveSettled();
    },
  };

  function runNow(id: string): boolean {
    const at = waiting.findIndex((task) => task.id === id);
    if (at < 0) return false;
    queue({ ...(waiting.splice(at, 1)[0] as Task), due: clock.now() });
    scheduleRun();
    return true;
  }

  /** Runs due tasks soon, after the caller has continued. */
  function scheduleRun(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      runInBackground("send deliveries", runDueTasks);
    });
  }

  function runDueTasks(): void {
    const now = clock.now();
    while (waiting.length > 0 && (waiting.at(-1) as Task).due <= now) queue(waiting.pop() as Task);
    for (const [lane, tasks] of lanes) {
      if (busyLanes.has(lane)) continue;
      const task = tasks.shift();
      if (task) runInBackground("send a delivery", () => runTask(task));
      else lanes.delete(lane);
    }
    stopWatching();
    if (waiting.length > 0) watch(now);
    if (isIdle()) resolveSettled();
  }

  async function runTask(task: Task): Promise<void> {
    busyLanes.add(task.lane);
    try {
      const again = await task.run(task.due);
      if (again && !isClosed) wait(again);
    } finally {
      busyLanes.delete(task.lane);
      runDueTasks();
    }
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
    unwatch = clock.watch(scheduleRun);
    if (clock.isFrozen) return;
    const next = (waiting.at(-1) as Task).due - now;
    timer = setTimeout(scheduleRun, Math.min(next, MAX_TIMEOUT)).unref();
  }

  function stopWatching(): void {
    clearTimeout(timer);
    unwatch?.();
    unwatch = undefined;
  }

  function isIdle(): boolean {
    return !isScheduled && busyLanes.size === 0 && lanes.size === 0;
  }

  function resolveSettled(): void {
    for (const resolve of settledResolvers.splice(0)) resolve();
  }
}
