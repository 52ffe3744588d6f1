import { describe, expect, it } from "vitest";
import { operationAnswering, createScratch } from "../../test/support/contracts/scratch.ts";
import {
  type ThingsFault,
  type Provider,
  json,
  keysOf,
  reportOn,
  resource,
  thingsServer,
} from "../../test/support/conformance/promises.ts";
import type { Report } from "../findings/report.ts";

const scratch = createScratch();

/** Input schema without an id, which the provider assigns. */
const reading = {
  type: "object",
  required: ["name", "meter"],
  properties: { name: { type: "string" }, meter: { type: "string" } },
};

describe("a removed operation", async () => {
  const contract = await scratch.load({
    "x-removed": { "/v1/things/{id}": { methods: ["GET", "DELETE"], description: "Gone." } },
    paths: { "/v2/things": { get: { operationId: "listThings", ...operationAnswering({ type: "array" }) } } },
  });
  const removed =
    (status: number): Provider =>
    ({ url }) =>
      url.startsWith("/v2/things") ? json(200, []) : { status: url.startsWith("/v1/things/") ? status : 404 };

  it.each([404, 410, 401, 405, 400, 503])("passes with status %i", async (status) => {
    expect(keysOf(await reportOn(contract, removed(status), { property: "removed-gone" }))).toEqual([]);
  });

  it("fails if it still succeeds, and is never called with DELETE in read-only mode", async () => {
    const methods = new Set<string>();
    const seen: Provider = (received) => (methods.add(received.method), removed(200)(received));
    const report = await reportOn(contract, seen, { property: "removed-gone", mode: "read-only" });

    expect(keysOf(report)).toEqual(["GET /v1/things/{id} removed-gone"]);
    expect([...methods]).toEqual(["GET"]);
  });

  it("fails if it breaks the server", async () => {
    const [failure] = (await reportOn(contract, removed(500), { property: "removed-gone" })).failures;

    expect(failure?.message).toMatch(/fails with status 500/);
  });

  it("passes on a server that answers all paths alike", async () => {
    expect(keysOf(await reportOn(contract, () => ({ status: 200 }), { property: "removed-gone" }))).toEqual([]);
  });
});

describe("a deprecated operation", async () => {
  const header = { schema: { type: "string" } };
  const contract = await scratch.load({
    paths: {
      "/things": {
        get: {
          deprecated: true,
          "x-sunset": "2030-01-01",
          responses: { "200": { description: "Fine.", headers: { Deprecation: header, Sunset: header } } },
        },
      },
    },
  });
  const announcing = (headers: Record<string, string>): Promise<Report> =>
    reportOn(contract, () => ({ status: 200, headers }), { property: "deprecation-announced" });
  const deprecation = "@1700000000";

  it("passes if it sends the documented headers", async () => {
    expect(keysOf(await announcing({ deprecation, sunset: "Wed, 02 Jan 2030 00:00:00 GMT" }))).toEqual([]);
  });

  it.each([
    ["without a documented header", { sunset: "Wed, 02 Jan 2030 00:00:00 GMT" }, 'has no header "deprecation"'],
    [
      "with an earlier sunset than documented",
      { deprecation, sunset: "Mon, 01 Jan 2029 00:00:00 GMT" },
      "before the contract's",
    ],
    ["with a malformed date", { deprecation, sunset: "soon" }, "is not a date"],
  ])("fails %s", async (_, headers, message) => {
    expect((await announcing(headers as Record<string, string>)).failures).toMatchObject([
      { message: expect.stringContaining(message) as string },
    ]);
  });
});

describe("a burst", async () => {
  const contract = await scratch.load({ paths: resource({ "429": { description: "Slow down." } }, reading) });
  const bursting = async (
    kind: ThingsFault,
    limit = 25,
    permissions = { burst: true },
  ): Promise<Report & { sent: number }> => {
    const things = thingsServer(kind);
    let [sent, window] = [0, 0];
    const report = await reportOn(
      contract,
      (received) => {
        sent++;
        if (received.method !== "POST" || ++window <= limit) return things(received);
        // The window of the limit ends with the batch that exceeds it. By then 31 requests are sent, one of them before the burst.
        if (window >= limit + 6) window = 0;
        if (kind === "trace") things(received);
        return { status: 429, headers: { "retry-after": "0" } };
      },
      { property: "burst-limited", permissions },
    );
    return { ...report, sent };
  };

  it("passes if it gets 429, creates nothing and the target recovers", async () => {
    expect(await bursting("right")).toMatchObject({ failures: [], skipped: [] });
  });

  it("fails if a refused request created an item", async () => {
    expect((await bursting("trace")).failures).toMatchObject([
      { check: "burst-limited", message: "An item whose creation was refused with 429 is listed" },
    ]);
  });

  it("fails if only the first burst is limited", async () => {
    const things = thingsServer("right");
    let sent = 0;
    const { information } = await reportOn(
      contract,
      (received) => {
        if (received.method !== "POST") return things(received);
        // The first burst must not be faster than the next.
        if (++sent <= 40) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3);
        return sent > 25 && sent <= 32 ? { status: 429, headers: { "retry-after": "0" } } : things(received);
      },
      { property: "burst-limited", permissions: { burst: true } },
    );

    expect(information.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^A burst was refused after \d+ requests?, and all 300 requests of the next burst were granted$/,
      ),
    ]);
  });

  /** Report on a server that grants some requests in a second, of which the description says that they are 25. */
  const described = async (limit: number): Promise<Report> => {
    const responses = { "429": { description: "Only 25 requests in a second." } };
    const things = thingsServer("right");
    let [granted, since, time] = [0, 0, 0];
    const clock = {
      now: () => time,
      wait: async (milliseconds: number) => void (await Promise.resolve((time += milliseconds))),
    };
    return await reportOn(
      await scratch.load({ paths: resource(responses, reading) }),
      (received) => {
        if (received.method !== "POST") return things(received);
        if (time >= since + 1000) [granted, since] = [0, time];
        return ++granted <= limit ? things(received) : { status: 429, headers: { "retry-after": "1" } };
      },
      { property: "burst-limited", permissions: { burst: true }, clock },
    );
  };

  it("passes if as many requests are granted as the description says", async () => {
    expect(await described(25)).toMatchObject({ failures: [], information: [], skipped: [] });
  });

  it.each([
    ["fewer", 24, 'A burst was refused after 24 requests, and the description says "25 requests in a second"'],
    ["all", Infinity, '300 requests in a row were all granted, and the description says "25 requests in a second"'],
  ])("informs if %s are granted", async (_, limit, message) => {
    expect((await described(limit)).information).toMatchObject([{ check: "burst-limited", message }]);
  });

  /** Report on a server that grants 25 requests, then refuses one and all of the next milliseconds. */
  const bursts = async (limit: { milliseconds: number; retryAfter: string }): Promise<Report> => {
    const things = thingsServer("right");
    let [granted, until, time] = [0, 0, 0];
    const clock = {
      now: () => time,
      wait: async (milliseconds: number) => void (await Promise.resolve((time += milliseconds))),
    };
    return await reportOn(
      contract,
      (received) => {
        if (received.method !== "POST") return things(received);
        if (granted < 25 && time >= until) {
          granted++;
          return things(received);
        }
        if (granted >= 25) [granted, until] = [0, time + limit.milliseconds];
        return { status: 429, headers: { "retry-after": limit.retryAfter } };
      },
      { property: "burst-limited", permissions: { burst: true }, clock },
    );
  };

  it("passes if requests succeed after the time in Retry-After", async () => {
    expect(await bursts({ milliseconds: 1000, retryAfter: "1" })).toMatchObject({ failures: [], information: [] });
  });

  it("fails if a request is refused after the time in Retry-After", async () => {
    expect((await bursts({ milliseconds: 1500, retryAfter: "1" })).failures).toMatchObject([
      { message: "A request was refused with 429 again after 1 s, the time in Retry-After" },
    ]);
  });

  it("informs of a request that is granted long before the time in Retry-After", async () => {
    expect(await bursts({ milliseconds: 0, retryAfter: "60" })).toMatchObject({
      failures: [],
      information: [{ message: "A request was granted at once after a 429 with Retry-After 60" }],
    });
  });

  it("is skipped if no request of it succeeds", async () => {
    const report = await reportOn(contract, () => ({ status: 401 }), {
      property: "burst-limited",
      permissions: { burst: true },
    });

    expect(report.skipped).toMatchObject([
      { reason: expect.stringContaining("No request of a burst succeeded (401)") as string },
    ]);
  });

  it("is skipped if a live system grants all requests", async () => {
    expect(await bursting("right", Infinity)).toMatchObject({
      failures: [],
      skipped: [{ reason: expect.stringContaining("all granted") as string }],
    });
  });

  it("is not sent without permission", async () => {
    await expect(bursting("right", 25, { burst: false })).rejects.toMatchObject({
      code: "nothing-to-try",
      hint: "See --burst",
    });
  });
});
