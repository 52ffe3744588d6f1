import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import { connect } from "node:net";
import { getCACertificates } from "node:tls";
import { generate } from "selfsigned";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contracts/index.ts";
import { createScratch } from "../test/support/contracts/scratch.ts";
import { type ThingsOptions, serve, serveThings, things, thingsDocument } from "../test/support/conformance/things.ts";
import { type ConformOptions, type Report, conform } from "./index.ts";
import type { Clock } from "./target/rate/pace.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";

const scratch = createScratch();
const [apples, pears] = await Promise.all(["apples", "pears"].map((name) => scratch.load(thingsDocument(name))));
const own = await scratch.load(thingsDocument("apples", { hasOrganization: true }));
const TOKEN = "token-of-somebody";
const common = { contracts: [own], token: TOKEN, seed: 1, runs: 3, mode: "sandbox" } as const;

/** Clock that advances only when a caller waits. */
function createClock(): Clock {
  let time = 0;
  return { now: () => time, wait: async (milliseconds) => void (time += milliseconds) };
}

async function tried(provider: Partial<ThingsOptions>, options: Partial<ConformOptions> = {}): Promise<Report> {
  await using server = await serveThings({ token: TOKEN, ...provider });
  return await conform({ ...common, target: server.url, clock: createClock(), ...options });
}

describe("a host for each API", () => {
  const named = (api: string, contract: typeof apples) => ({
    ...contract!,
    api,
    operations: contract!.operations.map((each) => ({ ...each, api })),
  });
  const contracts = [named("apple", apples), named("pear", pears)];

  it("gets only requests to its own API, with its own token, and is named in findings", async () => {
    const [ofApples, ofPears]: [NonNullable<ThingsOptions["seen"]>, NonNullable<ThingsOptions["seen"]>] = [[], []];
    await using apple = await serveThings({ token: TOKEN, seen: ofApples });
    // The contract has another name than the served API.
    await using pear = await serve(
      createHttpServer((request, response) => {
        ofPears.push({ method: request.method as string, path: request.url as string, body: "", proxied: false });
        response
          .writeHead(request.headers.authorization === "Bearer token-for-pears" ? 500 : 401)
          .end("token-for-pears");
      }),
    );
    const report = await conform({
      ...common,
      contracts,
      target: apple.url,
      places: { pear: { url: `${pear.url}/v2`, token: "token-for-pears", variable: "PEARS" } },
      reachingArguments: ["--base-urls", "hosts.yaml", "--target", apple.url],
    });

    expect(new Set(ofApples.map(({ path }) => path.split("/")[1]))).toEqual(new Set(["apples"]));
    expect(
      new Set(
        ofPears.map(({ path }) => path.split("/").slice(0, 3).join("/")).filter((path) => path !== "/v2/_concord"),
      ),
    ).toEqual(new Set(["/v2/pears"]));
    expect(report.target).toBe(`${apple.url}, ${pear.url}/v2`);
    expect(report.hosts).toEqual({ apple: apple.url, pear: `${pear.url}/v2` });
    expect(report.failures.length).toBeGreaterThan(0);
    for (const { request, curl, replay } of report.failures) {
      expect(request.url).toContain(`${pear.url}/v2/pears`);
      expect(curl).toContain(`${pear.url}/v2/pears`);
      expect(curl).toContain("$PEARS");
      expect(replay).toContain("--base-urls hosts.yaml");
    }
    expect(JSON.stringify(report)).not.toMatch(/token-for-pears|token-of-somebody/);
  });

  it("is required for each tested API, and must belong to a known API", async () => {
    await expect(
      conform({ ...common, contracts, places: { apple: { url: "http://127.0.0.1:1" } } }),
    ).rejects.toMatchObject({
      code: "unknown-host",
      message: 'Cannot test "pear": it is not known where it is',
    });
    await expect(
      conform({ ...common, contracts, target: "http://127.0.0.1:1", places: { appel: { url: "http://127.0.0.1:1" } } }),
    ).rejects.toMatchObject({ code: "unknown-api", hint: 'The nearest is "apple"' });
  });
});

describe("a target with a rate limit", () => {
  it("gets retries after its Retry-After: no finding and no trial is lost, and the report counts the refusals", async () => {
    const calm = await tried({});
    const busy = await tried({ refuses: { every: 15, seconds: "0" } }, { rate: 2000 });
    const granted = (report: Report) =>
      report.operations.map(({ operation, statuses }) => [
        operation,
        Object.entries(statuses).filter(([status]) => status !== "429"),
      ]);

    expect(calm.slowed).toMatchObject({ times: 0 });
    expect(busy.failures).toEqual([]);
    expect(busy.slowed?.times).toBeGreaterThan(0);
    expect(granted(busy)).toEqual(granted(calm));
    // Each refusal is counted and judged: the undocumented 429 is reported as drift.
    expect(busy.requests).toBeGreaterThan(calm.requests);
    expect(busy.drift.map(({ message }) => message)).toContainEqual(expect.stringContaining("429"));
  });

  it("is also judged by its refusals", async () => {
    const body = "Error: too many\n    at limit (/srv/app/limit.js:12:3)\n    at next (/srv/app/next.js:1:1)";
    const report = await tried({ refuses: { every: 15, seconds: "0", body } });

    expect(new Set(report.failures.map(({ check, response }) => `${check} ${response.status}`))).toEqual(
      new Set(["no-disclosure 429"]),
    );
  });

  it("gets no further requests after a lasting refusal, and the report lists the untested operations", async () => {
    const seen: NonNullable<ThingsOptions["seen"]> = [];
    const report = await tried({ seen, refuses: { every: 1, seconds: "0" } }, { operation: "GET /apples" });

    expect(report.failures).toEqual([]);
    expect(report.skipped.map(({ reason }) => reason)).toContainEqual(expect.stringContaining("429"));
    expect(seen.length).toBeLessThan(15);
  });
});

describe("the organization of a live deployment", () => {
  const jwt = (claims: JsonObject): string =>
    ["{}", JSON.stringify(claims), "x"].map((part) => Buffer.from(part).toString("base64url")).join(".");

  it("is required for writes to the platform, but not for another provider or for reads", async () => {
    const seen: NonNullable<ThingsOptions["seen"]> = [];

    await expect(tried({ seen }, { isPlatform: true })).rejects.toMatchObject({
      code: "unnamed-organization",
      hint: expect.stringContaining("--organization"),
    });
    expect(seen).toEqual([]);
    expect((await tried({}, { isPlatform: true, mode: "read-only" })).failures).toEqual([]);
    expect(await tried({})).not.toHaveProperty("organization");
  });

  it("is confirmed by an operation that returns the organization of the token", async () => {
    const seen: NonNullable<ThingsOptions["seen"]> = [];
    const report = await tried({ organization: "org_1" }, { organization: "org_1", isPlatform: true });

    expect(report.organization).toEqual({ id: "org_1", knownBy: "GET /organization" });
    await expect(tried({ seen, organization: "org_2" }, { organization: "org_1" })).rejects.toMatchObject({
      code: "another-organization",
      message: expect.stringContaining('acts in "org_2"'),
    });
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /organization"]);
  });

  it("is confirmed by a claim of the token, or reported as unconfirmed", async () => {
    const token = jwt({ sub: "u", "custom:org_id": "org_1" });

    expect((await tried({ token }, { token, organization: "org_1" })).organization?.knownBy).toBe(
      "a claim of the token",
    );
    await expect(tried({ token }, { token, organization: "org_9" })).rejects.toMatchObject({
      code: "another-organization",
    });
    expect((await tried({}, { contracts: [apples!], organization: "org_1" })).organization).toEqual({
      id: "org_1",
      knownBy: null,
    });
  });
});

describe("items created on a live deployment", () => {
  const tagsMade = (seen: NonNullable<ThingsOptions["seen"]>): number =>
    seen.filter(({ method, body }) => method === "POST" && body.includes('"concord-conformance-1"')).length;

  it("have a tag if the contract allows one and the target accepts it", async () => {
    const [open, closed]: [NonNullable<ThingsOptions["seen"]>, NonNullable<ThingsOptions["seen"]>] = [[], []];
    const report = await tried({ seen: open });
    const without = await tried({ seen: closed, takesTags: false }, { phases: ["sequences"] });

    expect(report.failures).toEqual([]);
    expect(tagsMade(open)).toBeGreaterThan(10);
    // One tag was refused, and no further tag was sent.
    expect(tagsMade(closed)).toBe(1);
    expect(without.failures).toEqual([]);
  });
});

describe("a property that is selected alone", () => {
  it.each(["removed-gone", "created-listed", "run-conflict", "stale-base-refused"])(
    "creates no items for operations to which it does not apply (%s)",
    async (property) => {
      const seen: NonNullable<ThingsOptions["seen"]> = [];
      await tried({ seen }, { profile: platformConformance, property, operation: "DELETE /apples/{id}" });

      expect(seen).toEqual([]);
    },
  );

  it("creates the items that it needs", async () => {
    const seen: NonNullable<ThingsOptions["seen"]> = [];
    const report = await tried({ seen }, { property: "token-required", operation: "GET /apples/{id}" });

    expect(seen.filter(({ method }) => method === "POST")).toHaveLength(1);
    expect(report.operations[0]?.statuses).toEqual({ 401: expect.any(Number) });
  });
});

describe("the request budget", () => {
  it.each([1, 7, 30, 60])("includes the requests that remove the created items (%i)", async (maxRequests) => {
    const seen: NonNullable<ThingsOptions["seen"]> = [];
    const made = new Map<string, JsonObject>();
    const report = await tried({ seen, made }, { maxRequests });

    expect(seen.length).toBe(report.requests);
    expect(report.requests).toBeLessThanOrEqual(maxRequests);
    // Requests are kept for the lists that find leftovers at the end.
    expect(report.requests).toBeGreaterThanOrEqual(maxRequests - 9);
    expect([...made.keys()]).toEqual([]);
    expect(report.leftovers).toEqual([]);
    expect(report.endedBy).toBe("max-requests");
  });
});

describe("the connection to a target", () => {
  it("uses the proxy, and trusts the named certificate authority; the report contains no password", async () => {
    const authority = await generate([{ name: "commonName", value: "Authority" }], {
      keyType: "ec",
      algorithm: "sha256",
      extensions: [{ name: "basicConstraints", cA: true, critical: true }],
    });
    const { cert, private: key } = await generate([{ name: "commonName", value: "Things" }], {
      keyType: "ec",
      algorithm: "sha256",
      ca: { key: authority.private, cert: authority.cert },
      extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
    });
    const tunnels: (string | undefined)[] = [];
    const relay = createHttpServer().on("connect", (request, socket) => {
      tunnels.push(request.headers["proxy-authorization"]);
      const { hostname, port } = new URL(`http://${request.url}`);
      const onward = connect(Number(port), hostname, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        onward.pipe(socket).pipe(onward);
      });
      onward.on("error", () => socket.destroy());
      socket.on("error", () => onward.destroy());
    });
    await using target = await serve(createServer({ cert, key }, things({ token: TOKEN })), "https");
    await using proxy = await serve(relay);
    const address = `http://me:pass-word@127.0.0.1:${proxy.port}`;
    const way = { proxy: { http: address, https: address }, trust: { ca: [...getCACertificates(), authority.cert] } };
    const report = await conform({ ...common, target: target.url, mode: "read-only", ...way });

    expect(report.failures).toEqual([]);
    expect(report.operations.length).toBeGreaterThan(1);
    expect(new Set(tunnels)).toEqual(new Set([`Basic ${Buffer.from("me:pass-word").toString("base64")}`]));
    const { length } = tunnels;
    const direct = { ...way, proxy: { ...way.proxy, none: "127.0.0.1" } };
    expect((await conform({ ...common, target: target.url, mode: "read-only", ...direct })).failures).toEqual([]);
    expect(tunnels).toHaveLength(length);
    await expect(conform({ ...common, target: target.url, proxy: way.proxy })).rejects.toMatchObject({
      code: "unreachable-target",
      hint: expect.stringContaining("--ca FILE"),
    });
    const wrong = { ...way, proxy: { https: "http://me:pass-word@127.0.0.1:1" } };
    const failure = await conform({ ...common, target: target.url, ...wrong }).catch(
      (error: unknown) => error as Error,
    );
    expect(failure).toMatchObject({ code: "unreachable-target" });
    expect(JSON.stringify([(failure as Error).message, (failure as Error & { hint: string }).hint])).not.toContain(
      "pass-word",
    );
  });
});
