import { platformMock } from "../profiles/platform/mock.ts";
import { describe, expect, it } from "vitest";
import { type Report, conform } from "../conformance/index.ts";
import { loadPlatform } from "../contracts/index.ts";
import { createDispatcher, createClock, createPlatform } from "../mock/index.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";

// Providers with lists, forms, versions, conflicts, children and schemas, so that every phase has operations.
const apis: readonly string[] = ["entity", "order", "permissions", "webhooks"];
const contracts = (await loadPlatform()).filter(({ api }) => apis.includes(api));

interface Recording {
  /** Each received request with its complete head and body. */
  readonly requests: readonly string[];
  readonly report: Report;
}

describe("conform() in sandbox mode", () => {
  it("sends the same requests for the same seed, byte for byte and in the same order", async () => {
    const [one, other] = [await recorded(7), await recorded(7)];

    expect(one.requests.length).toBeGreaterThan(1_000);
    expect(other.requests).toEqual(one.requests);
    expect(withoutDurations(other)).toEqual(withoutDurations(one));
  });

  it("sends different requests for another seed", async () => {
    const [one, other] = [await recorded(7), await recorded(8)];

    expect(other.requests).not.toEqual(one.requests);
  });
});

/** Requests to a new mock with a fixed clock, because times in responses are sent back in requests. */
async function recorded(seed: number): Promise<Recording> {
  const platform = createPlatform(contracts, {
    profile: platformMock,
    clock: createClock(Date.now),
    selfCheck: true,
    strictAssumed: true,
  });
  platform.clock.freeze(new Date("2026-01-05T12:00:00Z"));
  const requests: string[] = [];
  const dispatcher = createDispatcher({
    ...platform,
    handle(request) {
      const { method, url, headers, body = [] } = request;
      requests.push([method, url, JSON.stringify(headers), Buffer.from(body).toString("hex")].join(" "));
      return platform.handle(request);
    },
  });
  try {
    const target = "http://provider.test";
    const report = await conform({
      contracts,
      profile: platformConformance,
      target,
      dispatcher,
      includeAssumed: true,
      seed,
      runs: 4,
    });
    return { requests, report };
  } finally {
    await platform.close();
  }
}

function withoutDurations({ report }: Recording): Report {
  return { ...report, durationMs: 0 };
}
