import type { MockResponse } from "../model/exchange.ts";
import { problemResponse, retrySoon } from "../model/problem.ts";
import type { Database } from "../postgres/database.ts";
import { failureTexts } from "../postgres/failure-kind.ts";
import { StorageError } from "../model/storage-error.ts";
import type { Store } from "../state/store.ts";

/** Liveness and readiness of a mock. */
export interface Health {
  /**
   * Responds to /_concord/health and /_concord/ready. Undefined for other paths. Both need no token, because monitoring
   * runs on other machines and has none. The responses reveal only that the mock is running.
   */
  answer(path: string): Promise<MockResponse> | undefined;
  /** Reports the mock as not ready from now on, because it is about to shut down. */
  retire(): void;
}

const HEALTH = "/_concord/health";
const READY = "/_concord/ready";

/** Longest wait for the state, in milliseconds. Monitors wait for a few seconds, and a database may not answer at all. */
const LIMIT_MS = 2000;

/** True for the URL of a health or readiness check. It may have a query. */
export function isProbe(url: string): boolean {
  const [path] = url.split("?", 1);
  return path === HEALTH || path === READY;
}

/** @param notice called when a mock that was ready no longer is, and when it is again. */
export function createHealth(store: Store, notice: (text: string) => void = () => {}): Health {
  let isRetired = false;
  /** Test that has not ended. Further probes wait for the same one, so that they take no more connections. */
  let testing: Promise<string | undefined> | undefined;
  let lastProblem: string | undefined;
  return {
    answer(path) {
      if (path === HEALTH) return Promise.resolve(statusResponse({ status: "live" }));
      return path === READY ? readiness() : undefined;
    },
    retire() {
      isRetired = true;
    },
  };

  async function readiness(): Promise<MockResponse> {
    if (isRetired) return notReady("The mock is shutting down");
    testing ??= problemOfState(store).finally(() => (testing = undefined));
    const problem = await (store.database ? inTime(testing, store.database) : testing);
    if (problem !== lastProblem) notice(problem === undefined ? "Ready again\n" : `Not ready: ${problem}\n`);
    lastProblem = problem;
    if (problem === undefined) return statusResponse({ status: "ready" });
    return notReady(problem);
  }
}

/** Reason why state cannot be read or written. Contracts need no test, because the mock starts after it has read them. */
async function problemOfState(store: Store): Promise<string | undefined> {
  try {
    await store.read({ organization: "", collection: "", id: "" });
  } catch (error) {
    // An error of the storage says by itself that it is not available.
    if (error instanceof StorageError) return error.message;
    return `State cannot be read: ${describeFailure(error)}`;
  }
  try {
    await store.tryWriting?.();
    return undefined;
  } catch (error) {
    return describeFailure(error);
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof Error) return error.message;
  return String(error);
}

/** The result of a test, or the problem that it has not ended. */
async function inTime(testing: Promise<string | undefined>, database: Database): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(reasonOfDelay(database)), LIMIT_MS);
  });
  return Promise.race([testing, late]).finally(() => clearTimeout(timer));
}

function reasonOfDelay({ statistics }: Database): string {
  const isFull = statistics
    .pools()
    .some(({ total, idle, waiting, limit }) => total >= limit && idle === 0 && waiting > 0);
  const kind = isFull ? "no-connection" : "timeout";
  return `The state is not available within ${LIMIT_MS / 1000} seconds: ${failureTexts[kind]}`;
}

function notReady(refused: string): MockResponse {
  return problemResponse({ refused, status: 503, headers: retrySoon }, READY);
}

function statusResponse(value: { readonly status: string }): MockResponse {
  const headers = { "content-type": "application/json", "concord-basis": "assumed", "cache-control": "no-store" };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(value)) };
}
