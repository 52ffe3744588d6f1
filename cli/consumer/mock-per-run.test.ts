import { describe, expect, it } from "vitest";
import type { Traffic, RunMock } from "../../conformance/index.ts";
import { ownContracts } from "../../test/support/mock/ask.ts";
import { type Receiver, startReceiver } from "../../test/support/mock/receiver.ts";
import { createMockPerRun } from "./mock-per-run.ts";

const conditions = { about: "", isObliged: false };

/** Traffic of a run in which a consumer acts under a profile. */
async function accountUnder(profile: string, act: (consumer: Consumer) => Promise<void>): Promise<Traffic> {
  const stage = await createMockPerRun({ contracts: await ownContracts() }, {}).startMock({
    ...conditions,
    name: profile,
  });
  try {
    await act(consumerOn(stage));
    return await stage.traffic();
  } finally {
    await stage.stop();
  }
}

interface Consumer {
  call(path: string, body?: object): Promise<number>;
  /** Consumer that registers meters, with a webhook for these events. */
  register(receiver: Receiver, meters: number): Promise<void>;
  /** Waits until all deliveries are finished. */
  settled(): Promise<void>;
}

function consumerOn({ env }: RunMock): Consumer {
  const { CONCORD_BASE_URL: url, CONCORD_TOKEN: token, CONCORD_ORGANIZATION: organization } = env;
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "concord-control": "1",
  };
  const call = async (path: string, body?: object): Promise<number> => {
    const how = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, how);
    await response.arrayBuffer();
    return response.status;
  };
  return {
    call,
    async register(receiver, meters) {
      await call("/v1/webhooks", { url: receiver.url, event_types: ["meter.created"] });
      for (let number = 0; number < meters; number++) await call("/v2/metering/meters", { number: String(number) });
    },
    settled: async () => void (await call(`/_concord/organizations/${organization}/deliveries:settle`, {})),
  };
}

describe("traffic of a run", () => {
  it("contains the affected calls, regardless of the number of later calls", async () => {
    const { calls, strikes, struck, last } = await accountUnder("5xx-once", async ({ call }) => {
      expect(await call("/v2/metering/meters")).toBe(503);
      for (let number = 0; number < 1100; number++) await call("/v2/metering/meters");
    });

    expect([calls, strikes]).toEqual([1101, 1]);
    expect(struck).toMatchObject([{ status: 503, url: "/v2/metering/meters", faults: ["fail-nth"] }]);
    expect(last).toMatchObject({ status: 200 });
  });

  it("contains unlisted names and values of a response", async () => {
    const { struck } = await accountUnder("unknown-enum", async ({ call }) => {
      await call("/v2/metering/meters", { number: "1", unit: "kWh" });
    });
    const [call] = struck;

    expect(call?.unlisted).toHaveLength(1);
    expect(call?.response.body).toMatchObject({ unit: call?.unlisted?.[0] });
  });

  it("counts an unreceived delivery as incomplete, not as affected", async () => {
    const { deliveries, strikes, missed } = await accountUnder("duplicate-webhooks", async ({ register, settled }) => {
      await using receiver = await startReceiver((_, count) => (count === 1 ? 204 : "end the connection"));
      await register(receiver, 1);
      await settled();
    });

    expect({ deliveries, strikes, missed }).toEqual({ deliveries: 1, strikes: 0, missed: 1 });
  });

  it("does not count a failed delivery with a pending retry as incomplete", async () => {
    const account = await accountUnder("none", async ({ register, settled }) => {
      await using receiver = await startReceiver(() => 503);
      await register(receiver, 1);
      await settled();
    });

    expect(account).toMatchObject({ deliveries: 1, strikes: 0, missed: 0 });
  });

  it("counts a duplicate message", async () => {
    const account = await accountUnder("duplicate-webhooks", async ({ register, settled }) => {
      await using receiver = await startReceiver();
      await register(receiver, 1);
      await settled();
    });

    expect(account).toMatchObject({ deliveries: 2, strikes: 1, missed: 0 });
    expect(account.struckDeliveries).toMatchObject([{ event: "meter.created", faults: ["duplicate-deliveries"] }]);
  });

  it.each([
    [1, { deliveries: 0, strikes: 0, missed: 1 }],
    [2, { deliveries: 2, strikes: 1, missed: 0 }],
  ])("counts, of %i delayed messages, those that overtake another", async (meters, expected) => {
    const account = await accountUnder("reordered-webhooks", async ({ register, settled }) => {
      await using receiver = await startReceiver();
      await register(receiver, meters);
      await settled();
    });

    expect(account).toMatchObject(expected);
  });
});
