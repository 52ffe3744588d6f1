import type { Dispatcher } from "undici";
import { readBodyText } from "./read-body.ts";

/** Token-bucket limit: requests at once, and further requests per second. */
export interface Limit {
  readonly burst: number;
  readonly perSecond: number;
}

/** Parts of a mock's control API that concern one organization of a run. */
export interface MockOrganization {
  /** Advances the clock. Returns false if the mock refuses. */
  pass(milliseconds: number, organization: string): Promise<boolean>;
  /** Rate limit. Undefined if the mock does not tell it. */
  limitOf(organization: string): Promise<Limit | undefined>;
}

/** @param base URL of the mock without a slash at its end. */
export function createMockOrganization(sender: Dispatcher, base: URL): MockOrganization {
  const locateControl = (organization: string, path: string): { origin: string; path: string } => ({
    origin: base.origin,
    path: `${base.pathname.replace(/\/$/, "")}/_concord/organizations/${organization}/${path}`,
  });
  return {
    async pass(milliseconds, organization) {
      const { statusCode, body } = await sender.request({
        ...locateControl(organization, "clock/advance"),
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ milliseconds }),
      });
      await body.dump();
      return statusCode === 200;
    },
    async limitOf(organization) {
      const { statusCode, body } = await sender.request({ ...locateControl(organization, "limits"), method: "GET" });
      const text = await readBodyText(body);
      if (statusCode !== 200) return undefined;
      const { burst, perSecond } = JSON.parse(text) as Partial<Limit>;
      if (burst === undefined || perSecond === undefined) return undefined;
      return { burst, perSecond };
    },
  };
}
