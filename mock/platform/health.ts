import type { MockResponse } from "../model/exchange.ts";
import { problemResponse } from "../model/problem.ts";
import type { Store } from "../state/store.ts";

/** Whether a mock lives, and whether it should get requests. */
export interface Health {
  /**
   * Answers at /_concord/health and /_concord/ready; other paths are not its own. Everybody is
   * answered: who watches over a server asks from elsewhere and has no token, and learns no more
   * from it than that something listens.
   */
  answer(path: string): Promise<MockResponse> | undefined;
  /** From now on it is not ready: it is about to end. */
  retire(): void;
}

const HEALTH = "/_concord/health";
const READY = "/_concord/ready";

/** Whether a path, with its query perhaps, is that of somebody who watches over a server. */
export function isProbe(url: string): boolean {
  const [path] = url.split("?", 1);
  return path === HEALTH || path === READY;
}

export function createHealth(store: Store): Health {
  let isRetired = false;
  return {
    answer(path) {
      if (path === HEALTH) return Promise.resolve(told({ status: "live" }));
      return path === READY ? readiness() : undefined;
    },
    retire() {
      isRetired = true;
    },
  };

  /** Contracts were read before there was anything to ask; state may still get lost. Tried anew each time. */
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
    return told({ status: "ready" });
  }
}

function told(value: { readonly status: string }): MockResponse {
  const headers = { "content-type": "application/json", "concord-basis": "assumed", "cache-control": "no-store" };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(value)) };
}
