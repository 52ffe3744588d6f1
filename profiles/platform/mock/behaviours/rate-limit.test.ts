import { describe, expect, it } from "vitest";
import { type RequestOptions, type ParsedResponse, ask, ownPlatform } from "../../../../test/support/mock/ask.ts";

describe("POST /v2/metering/readings", () => {
  const body = { meter_id: "m_1", value: 1 };
  const report = (platform: Awaited<ReturnType<typeof ownPlatform>>, token = "org_acme"): Promise<ParsedResponse> =>
    ask(platform, "POST /v2/metering/readings", { token, body });

  it("responds 429 above the limit with Retry-After, and accepts requests after that time", async () => {
    const platform = await ownPlatform({ rateLimit: { burst: 2, perSecond: 0.5 } });
    const statuses = [];
    for (let sent = 0; sent < 3; sent++) statuses.push((await report(platform)).status);
    const refused = await report(platform);

    expect(statuses).toEqual([201, 201, 429]);
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "2", "concord-basis": "stated" } });
    expect(refused.value.detail).toBe("More than 2 requests at once and 0.5 a second: try again in 2 s");
    platform.clock.advance(1999);
    expect((await report(platform)).status).toBe(429);
    platform.clock.advance(1);
    expect((await report(platform)).status).toBe(201);
    expect((await report(platform)).status).toBe(429);
  });

  it("counts each organization separately, and starts again after a reset", async () => {
    const platform = await ownPlatform({ rateLimit: { burst: 1, perSecond: 1 } });

    expect((await report(platform)).status).toBe(201);
    expect((await report(platform, "org_acme:other")).status).toBe(429);
    expect((await report(platform, "org_globex")).status).toBe(201);
    await platform.organization("acme").reset();
    expect((await report(platform)).status).toBe(201);
  });

  it("stores nothing of a refused request", async () => {
    const platform = await ownPlatform({ rateLimit: { burst: 1, perSecond: 1 } });
    for (let sent = 0; sent < 3; sent++) await report(platform);

    expect((await ask(platform, "GET /v2/metering/readings")).value.total).toBe(1);
  });

  const json = { "content-type": "application/json" };
  it.each<[string, number, RequestOptions]>([
    ["with a wrong body", 400, { body: { value: "much" } }],
    ["without a body", 400, {}],
    ["with malformed JSON", 400, { body: "{", headers: json }],
    ["in another media type", 415, { body: "<a/>", headers: { "content-type": "application/xml" } }],
    ["in another content coding", 415, { body: "{}", headers: { ...json, "content-encoding": "compress" } }],
    ["that ask for a response that is not documented", 400, { body, headers: { prefer: "code=299" } }],
    ["that ask for a documented refusal", 401, { body, headers: { prefer: "code=401" } }],
  ])("counts 70 requests %s like valid requests", async (_, status, asked) => {
    const platform = await ownPlatform({ strictAssumed: true });
    const answers: ParsedResponse[] = [];
    for (let sent = 0; sent < 70; sent++) answers.push(await ask(platform, "POST /v2/metering/readings", asked));

    expect(answers.slice(0, 60).map((each) => each.status)).toEqual(Array.from({ length: 60 }, () => status));
    for (const late of answers.slice(60)) expect(late).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    await platform.organization("acme").sync();
    expect(platform.organization("acme").limits.get().left).toEqual({ "metering/createReading": 0 });
  });

  it("counts requests that a fault refuses", async () => {
    const platform = await ownPlatform({ rateLimit: { burst: 2, perSecond: 1 } });
    platform.organization("acme").faults.set([{ id: "status", status: 503, times: 2 }]);
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent++) statuses.push((await report(platform)).status);

    expect(statuses).toEqual([503, 503, 429]);
  });

  it("does not count requests with an invalid token, which belong to no organization", async () => {
    const platform = await ownPlatform({ rateLimit: { burst: 1, perSecond: 1 } });
    const issued = await ask(platform, "POST /v1/access-tokens", { body: { name: "meters", scopes: [] } });
    const current: string = issued.value.token;
    const rotated = current.slice(0, -1) + (current.endsWith("0") ? "1" : "0");
    for (const token of ["", "nobody", rotated, rotated]) expect((await report(platform, token)).status).toBe(401);

    expect((await report(platform)).status).toBe(201);
  });

  it("counts each world separately, so that a fork begins with the full limit", async () => {
    const platform = await ownPlatform();
    platform.organization("acme").limits.set({ burst: 1, perSecond: 1 });
    expect((await report(platform)).status).toBe(201);
    await platform.organization("acme").fork("fork");

    expect((await report(platform)).status).toBe(429);
    expect((await report(platform, "org_fork")).status).toBe(201);
    expect((await report(platform, "org_fork")).status).toBe(429);
    await platform.organization("fork").sync();
    expect(platform.organization("fork").limits.get().left).toEqual({ "metering/createReading": 0 });
    platform.organization("acme").limits.refill();
    expect((await report(platform)).status).toBe(201);
    expect((await report(platform, "org_fork")).status).toBe(429);
  });

  it("allows 60 simultaneous requests by default", async () => {
    const platform = await ownPlatform();
    const statuses = [];
    for (let sent = 0; sent < 61; sent++) statuses.push((await report(platform)).status);

    expect([statuses.lastIndexOf(201), statuses.indexOf(429)]).toEqual([59, 60]);
  });
});
