import { describe, expect, it } from "vitest";
import {
  type RequestOptions,
  type ParsedResponse,
  ask,
  fixture,
  noon,
  platformOf,
  platformServing,
} from "../../test/support/mock/ask.ts";
import { type MockResponse, type Platform, type FaultSetting, createClock } from "../index.ts";
import { startMock } from "../../api/mock.ts";

const headers = { authorization: "Bearer mock-acme", "content-type": "application/json" };
const body = { status: "draft", channel: "webShop" };

/** A platform with orders, and faults for "acme". */
async function platformUnderFault(...settings: FaultSetting[]): Promise<Platform> {
  const platform = await platformOf("faults");
  platform.organization("acme").faults.set(settings);
  return platform;
}

async function statuses(
  platform: Platform,
  count: number,
  line = "GET /orders",
  options: RequestOptions = {},
): Promise<number[]> {
  const responses: ParsedResponse[] = [];
  for (let call = 0; call < count; call++) responses.push(await ask(platform, line, options));
  return responses.map(({ status }) => status);
}

function list(platform: Platform, method = "GET"): Promise<MockResponse> {
  return platform.handle({ method, url: "/orders", headers });
}

describe("the scope of a fault", () => {
  it("is limited to one organization", async () => {
    const platform = await platformUnderFault({ id: "status", status: 500 });

    expect(await statuses(platform, 1)).toEqual([500]);
    expect(await statuses(platform, 1, "GET /orders", { token: "mock-globex" })).toEqual([200]);
  });

  it.each(["listOrders", "faults/listOrders", "GET /orders"])("may be an operation: %s", async (name) => {
    const platform = await platformUnderFault({ id: "status", status: 500, operations: [name] });

    expect(await statuses(platform, 1)).toEqual([500]);
    expect(await statuses(platform, 1, "POST /orders", { body })).toEqual([201]);
  });

  it("can be a share of the calls, the same ones for the same calls", async () => {
    const run = async (seed: string): Promise<number[]> => {
      const platform = await platformOf("faults", {
        seed,
        faults: [{ id: "status", status: 503, probability: 0.5 }],
      });
      return statuses(platform, 40);
    };
    const [one, again, other] = [await run("one"), await run("one"), await run("two")];

    expect(one).toEqual(again);
    expect(one).not.toEqual(other);
    expect(one.filter((code) => code === 503).length).toBeGreaterThan(8);
    expect(one.filter((code) => code === 503).length).toBeLessThan(32);
  });

  it("does not depend on calls of other operations in between", async () => {
    const settings: FaultSetting[] = [{ id: "status", status: 503, probability: 0.5 }];
    const [alone, mixed] = [await platformUnderFault(...settings), await platformUnderFault(...settings)];
    const responses: number[] = [];
    for (let call = 0; call < 20; call++) {
      responses.push(...(await statuses(mixed, 1)));
      await statuses(mixed, 2, "POST /orders", { body });
    }

    expect(responses).toEqual(await statuses(alone, 20));
  });

  it("can be a number of times, also for concurrent calls", async () => {
    const platform = await platformUnderFault({ id: "status", status: 500, times: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => list(platform)));

    expect(answers.filter(({ status }) => status === 500)).toHaveLength(2);
    expect(await statuses(platform, 2)).toEqual([200, 200]);
  });

  it("counts only the calls that a fault changes", async () => {
    const platform = await platformUnderFault({ id: "unknown-enum", times: 1 });
    await list(platform);
    const created = [await ask(platform, "POST /orders", { body }), await ask(platform, "POST /orders", { body })];

    expect(created.map(({ headers: responses }) => responses["concord-fault"])).toEqual(["unknown-enum", undefined]);
  });
});

describe("Concord-Fault", () => {
  it("names the faults that affected a call, and is absent without them", async () => {
    const platform = await platformUnderFault({ id: "unknown-enum" }, { id: "latency", milliseconds: 5 });
    await ask(platform, "POST /orders", { body });
    const affected = await list(platform);
    platform.organization("acme").faults.set([]);

    expect(affected.headers["concord-fault"]).toBe("latency, unknown-enum");
    expect(await list(platform)).not.toHaveProperty(["headers", "concord-fault"]);
    expect(await list(platform)).not.toHaveProperty("transport");
  });
});

describe("faultsOf()", () => {
  it("returns the settings, and is cleared by a reset", async () => {
    const platform = await platformUnderFault({ id: "reset", times: 1 });
    const faults = platform.organization("acme").faults;
    const before = faults.get();
    await platform.organization("acme").reset();

    expect([before, faults.get()]).toEqual([[{ id: "reset", times: 1 }], []]);
    expect(await list(platform)).not.toHaveProperty("transport");
  });

  it("starts with the faults of the platform, and a reset restores them", async () => {
    const platform = await platformOf("faults", { faults: [{ id: "status", status: 500 }] });
    platform.organization("acme").faults.set([]);
    const [own, usual] = [await statuses(platform, 1), await statuses(platform, 1, "GET /orders", { token: "mock-b" })];
    await platform.organization("acme").reset();

    expect([own, usual, await statuses(platform, 1)]).toEqual([[200], [500], [500]]);
  });

  it("is copied to a fork, with separate counters", async () => {
    const platform = await platformUnderFault({ id: "fail-nth", n: 2 });
    await list(platform);
    await platform.organization("acme").fork("copy");
    platform.organization("acme").faults.set([]);

    expect(await statuses(platform, 3, "GET /orders", { token: "mock-copy" })).toEqual([200, 503, 200]);
    expect(await statuses(platform, 3)).toEqual([200, 200, 200]);
  });

  it("does not change if a setting is invalid", async () => {
    const platform = await platformUnderFault({ id: "status", status: 500 });

    expect(() => platform.organization("acme").faults.set([{ id: "status", status: 20 }])).toThrow(RangeError);
    expect(() => platformServing([], { faults: [{ id: "rain" } as never] })).toThrow('Cannot set the fault "rain"');
    expect(await statuses(platform, 1)).toEqual([500]);
  });

  it("is available for an organization of a running mock", async () => {
    await using mock = await startMock({ contracts: [await fixture("faults")] });
    mock.org("acme").faults.set([{ id: "status", status: 429, retryAfter: 7 }]);
    const response = await fetch(`${mock.url}/orders`, { headers });

    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(response.headers.get("concord-fault")).toBe("status");
    expect(mock.org("acme").faults.get()).toEqual([{ id: "status", status: 429, retryAfter: 7 }]);
  });
});

describe("status", () => {
  it("refuses before the call is carried out, in the contract's form, with a reason", async () => {
    const platform = await platformUnderFault({ id: "status", status: 503, operations: ["createOrder"] });
    const refused = await ask(platform, "POST /orders", { body });

    expect(refused).toMatchObject({
      status: 503,
      value: { status: 503, detail: "A fault fails this call on purpose with 503" },
    });
    expect((await ask(platform, "GET /orders")).value).toEqual([]);
  });

  it("sends Retry-After with 429", async () => {
    const platform = await platformUnderFault({ id: "status", status: 429 });

    expect((await ask(platform, "GET /orders")).headers["retry-after"]).toBe("1");
  });

  it("does not apply without a token, or to an unknown path", async () => {
    const platform = await platformOf("faults", { faults: [{ id: "status", status: 500 }] });

    expect(await statuses(platform, 1, "GET /orders", { token: "" })).toEqual([401]);
    expect(await statuses(platform, 1, "GET /nowhere")).toEqual([404]);
  });
});

describe("fail-nth", () => {
  it("counts calls separately for each operation", async () => {
    const platform = await platformUnderFault({ id: "fail-nth", n: 2 });

    expect(await statuses(platform, 4)).toEqual([200, 503, 200, 200]);
    expect(await statuses(platform, 3, "POST /orders", { body })).toEqual([201, 503, 201]);
  });

  it("may affect every n-th call", async () => {
    const platform = await platformUnderFault({ id: "fail-nth", n: 2, every: true, status: 409 });

    expect(await statuses(platform, 5)).toEqual([200, 409, 200, 409, 200]);
  });
});

describe("latency", () => {
  it("waits for the given time, or a time in the range", async () => {
    const fixed = await list(await platformUnderFault({ id: "latency", milliseconds: 200 }));
    const platform = await platformUnderFault({ id: "latency", milliseconds: [100, 200] });
    const delays = await Promise.all(Array.from({ length: 20 }, async () => (await list(platform)).transport?.delay));

    expect(fixed.transport).toEqual({ delay: 200 });
    expect(delays.every((delay = 0) => delay >= 100 && delay <= 200)).toBe(true);
    expect(new Set(delays).size).toBeGreaterThan(5);
  });

  it("adds up if it is set twice", async () => {
    const platform = await platformUnderFault({ id: "latency", milliseconds: 20 }, { id: "latency", milliseconds: 5 });

    expect((await list(platform)).transport).toEqual({ delay: 25 });
  });

  it.each(["its own", "the platform's"])("adds no delay while %s clock is frozen", async (whose) => {
    const platform = await platformUnderFault({ id: "latency", milliseconds: 200 }, { id: "slow", milliseconds: 10 });
    await ask(platform, "POST /orders", { body });
    const clock = whose === "its own" ? platform.organization("acme").clock : platform.clock;
    clock.freeze();
    const frozen = await list(platform);
    clock.resume();

    expect(frozen.headers["concord-fault"]).toBe("latency, slow");
    expect(frozen).not.toHaveProperty("transport");
    expect(await list(platform)).toHaveProperty("transport");
  });
});

describe("malformed", () => {
  it("sends a body that is never valid JSON", async () => {
    const platform = await platformUnderFault({ id: "malformed" });
    const texts: string[] = [];
    for (let call = 0; call < 30; call++) {
      const responses = await ask(platform, "GET /orders");
      expect([responses.status, responses.value]).toEqual([200, undefined]);
      texts.push(responses.text);
    }

    expect(new Set(texts).size).toBeGreaterThan(2);
  });
});

describe("truncated and slow", () => {
  it("limit the sent part of a body, and its speed", async () => {
    const truncated = await list(await platformUnderFault({ id: "truncated" }));
    const none = await list(await platformUnderFault({ id: "truncated", bytes: 0 }));
    const most = await list(await platformUnderFault({ id: "truncated", bytes: 9999 }));
    const slow = await list(await platformUnderFault({ id: "slow", milliseconds: 100 }));
    const pieces = await list(await platformUnderFault({ id: "slow", milliseconds: 100, pieces: 1 }));

    expect([truncated, none, most].map(({ transport }) => transport)).toEqual([{ cut: 1 }, { cut: 0 }, { cut: 1 }]);
    expect(slow.transport).toEqual({ pace: { bytes: 1, pause: 50 } });
    expect(pieces.transport).toEqual({ pace: { bytes: 2, pause: 100 } });
  });

  it("do nothing without a body", async () => {
    const platform = await platformUnderFault({ id: "truncated" }, { id: "slow", milliseconds: 9 });
    const head = await list(platform, "HEAD");

    expect(head).not.toHaveProperty("transport");
    expect(head.headers).not.toHaveProperty("concord-fault");
  });
});

describe("reset", () => {
  it("loses the response of a call that was carried out, or the request", async () => {
    for (const [lost, total] of [
      ["answer", 1],
      ["request", 0],
      [undefined, 1],
    ] as const) {
      const platform = await platformUnderFault({
        id: "reset",
        ...(lost && { lost }),
        operations: ["createOrder"],
        times: 1,
      });
      const answer = await platform.handle({
        method: "POST",
        url: "/orders",
        headers,
        body: Buffer.from(JSON.stringify(body)),
      });

      expect(answer.transport).toEqual({ reset: true });
      expect((await ask(platform, "GET /orders")).value).toHaveLength(total);
      expect((await ask(platform, "POST /orders", { body })).status).toBe(201);
    }
  });
});

describe("the same calls under the same faults", () => {
  it("give the same bytes", async () => {
    const run = async (seed: string): Promise<MockResponse[]> => {
      const clock = createClock(() => noon);
      const faults: FaultSetting[] = [
        { id: "latency", milliseconds: [1, 1000] },
        { id: "fail-nth", n: 3, every: true },
        { id: "unknown-enum", share: 0.5 },
        { id: "unknown-field", probability: 0.5 },
        { id: "malformed", probability: 0.3 },
        { id: "truncated", probability: 0.3 },
        { id: "reset", probability: 0.2 },
      ];
      const platform = platformServing([await fixture("faults")], { clock, seed, faults });
      const answers: MockResponse[] = [];
      for (let call = 0; call < 10; call++) {
        const sent = Buffer.from(JSON.stringify(body));
        answers.push(
          await platform.handle({ method: "POST", url: "/orders", headers, body: sent }),
          await list(platform),
        );
      }
      return answers;
    };

    expect(await run("one")).toEqual(await run("one"));
    expect(await run("one")).not.toEqual(await run("two"));
  });
});
