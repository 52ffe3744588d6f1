import type { MockResponse } from "../model/exchange.ts";
import { problemResponse } from "../model/problem.ts";
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

/** True for the URL of a health or readiness check. It may have a query. */
export function isProbe(url: string): boolean {
  const [path] = url.split("?", 1);
  return path === HEALTH || path === READY;
}

export function createHealth(store: Store): Health {
  let isRetired = false;
  return {
    answer(path) {
      if (path === HEALTH) return Promise.resolve(statusResponse({ status: "live" }));
      return path === READY ? readiness() : undefined;
    },
    retire() {
      isRetired = true;
    },
  };

  /** Tests that state can be read and written, each time. Contracts need no test, because the mock starts after it has read them. */
  async function readiness(): Promise<MockResponse> {
    if (isRetired) return problemResponse({ refused: "The mock is shutting down", status: 503 }, READY);
    try {
      await store.read({ organization: "", collection: "", id: "" });
    } catch (error) {
      const refused = `State cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      return problemResponse({ refused, status: 503 }, READY);
    }
    try {
      await store.tryWriting?.();
    } catch (error) {
      return problemResponse({ refused: error instanceof Error ? error.message : String(error), status: 503 }, READY);
    }
    return statusResponse({ status: "ready" });
  }
}

function statusResponse(value: { readonly status: string }): MockResponse {
  const headers = { "content-type": "application/json", "concord-basis": "assumed", "cache-control": "no-store" };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(value)) };
}
