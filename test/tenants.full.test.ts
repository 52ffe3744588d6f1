import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../api/mock.ts";
import { type Json, loadControl } from "../contracts/index.ts";
import type { OrganizationState } from "../mock/index.ts";
import { type Database, startDatabase } from "./support/postgres/database.ts";

// Two replicas on one database. All texts of a tenant are marked, and all operations and paths of the mock itself are
// asked with the credentials of others. No response may contain the mark.

const MARK = "zq7Secret";
const controlToken = "c0ntrol";

let server: Database;
let state: `postgres://${string}`;
let replicas: readonly [Mock, Mock];
/** Paths of collections and items of the tenant. */
let known: readonly string[];
beforeAll(async () => {
  server = await startDatabase();
  state = (await server.create()) as typeof state;
  replicas = [await started({ fixtures: "small" }), await started()];
  const acme = replicas[0].org("acme");
  const marked = withMarks(await replicas[0].org("demo").state());
  await acme.seed(marked, true);
  await acme.snapshot(`nightly-${MARK}`);
  known = Object.entries(marked.collections).flatMap(([path, items]) => [
    path,
    ...items.map(({ id }) => `${path}/${id}`),
  ]);
  const body = { url: `http://127.0.0.1:9/${MARK}`, event_types: ["contract.signed"] };
  for (const replica of replicas) {
    await call(replica, { method: "POST", path: "/v1/webhooks", headers: owner, body });
    await replica.org("acme").emit({ name: "contract.signed", payload: { contract_id: MARK } });
  }
});
afterAll(async () => {
  for (const replica of replicas) await replica.close();
  await server.stop();
});

type Headers = Readonly<Record<string, string>>;

const owner: Headers = { authorization: "Bearer org_acme" };
const other = { authorization: "Bearer org_globex" };

/** Credentials of others for operations. */
const strangers: Readonly<Record<string, Headers>> = {
  none: {},
  "another tenant": other,
  "a wrong token": { authorization: "Bearer acme" },
  "the control token": { authorization: `Bearer ${controlToken}` },
  "another tenant and a world": { ...other, "concord-world": "acme" },
  "another tenant and baggage": { ...other, baggage: "concord-world=acme" },
  "another tenant and its name in other headers": { ...other, "x-tenant": "acme", host: "acme.localhost" },
  "basic credentials": { authorization: `Basic ${Buffer.from("acme:acme").toString("base64")}` },
};

/** Credentials without a right to control. The tenant's own one is no control token either. */
const uncontrolling: Readonly<Record<string, Headers>> = {
  none: {},
  "the control header": { "concord-control": "1" },
  "another tenant": { ...other, "concord-control": "1" },
  "the tenant": { ...owner, "concord-control": "1" },
  "a wrong control token": { authorization: "Bearer c0ntro1" },
};

describe("the data of a tenant, on two replicas", () => {
  it("is shown to its own credential by many operations, and by none to those of others", async () => {
    for (const replica of replicas)
      expect((await leaksOf(replica, operationPaths(replica), owner)).length).toBeGreaterThan(25);
    for (const replica of replicas) {
      for (const [name, headers] of Object.entries(strangers))
        expect([name, await leaksOf(replica, operationPaths(replica), headers)]).toEqual([name, []]);
    }
  });

  it("is shown to the control token by the control API, and not by any path of the mock itself without it", async () => {
    const paths = await ownPaths(replicas[0]);
    const controlled = await leaksOf(replicas[0], paths, { authorization: `Bearer ${controlToken}` });
    expect(controlled).toEqual(
      expect.arrayContaining([
        "GET /_concord/organizations/acme/state",
        "GET /_concord/organizations/acme/snapshots",
        "GET /_concord/organizations/acme/journal",
        "GET /_concord/organizations/acme/journal/har",
        "GET /_concord/organizations/acme/deliveries",
      ]),
    );
    for (const replica of replicas) {
      for (const [name, headers] of Object.entries(uncontrolling))
        expect([name, await leaksOf(replica, paths, headers)]).toEqual([name, []]);
    }
  });

  it("is in no metrics, also for the control token", async () => {
    for (const replica of replicas) {
      const text = await call(replica, {
        method: "GET",
        path: "/_concord/metrics",
        headers: { authorization: `Bearer ${controlToken}` },
      });
      expect(text).toContain("concord_replica_info");
      expect(text).not.toMatch(new RegExp(`${MARK}|acme|globex`));
    }
  });

  it("is found where a replica shows it: one that lets callers choose their tenant", async () => {
    const leaking = await started({ tenantFrom: "header:X-Tenant" });
    const leaks = await leaksOf(
      leaking,
      operationPaths(leaking),
      strangers["another tenant and its name in other headers"] ?? {},
    );
    await leaking.close();

    expect(leaks.length).toBeGreaterThan(25);
  });
});

function started(options: Parameters<typeof startMock>[0] = {}): Promise<Mock> {
  return startMock({ controlToken, rateLimit: { burst: 1_000_000, perSecond: 1_000_000 }, state, ...options });
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body?: Json;
}

/** Status, headers and body of a response, over the socket. */
async function call({ url }: Mock, { method, path, headers, body }: Request): Promise<string> {
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
}

type MethodAndPath = readonly [method: string, path: string];

/** Requests at the same time. */
const BATCH = 16;

/** Requests whose responses contain the mark. Changes of the tenant's own data are left out. */
async function leaksOf(replica: Mock, paths: readonly MethodAndPath[], headers: Headers): Promise<string[]> {
  const isAllowed = headers === owner || headers["authorization"] === `Bearer ${controlToken}`;
  const leaks: string[] = [];
  for (let start = 0; start < paths.length; start += BATCH)
    await Promise.all(paths.slice(start, start + BATCH).map(tryOne));
  return leaks;

  async function tryOne([method, path]: MethodAndPath): Promise<void> {
    const isRead = method === "GET" || method === "HEAD";
    if (isAllowed && !isRead) return;
    const body = isRead ? undefined : { query: "{ __typename }", name: "x" };
    const text = await call(replica, { method, path, headers, ...(body && { body }) });
    // A refusal names the path that was asked.
    if (text.replaceAll(path, "").includes(MARK)) leaks.push(`${method} ${path}`);
  }
}

/** All operations, with the tenant's own ids in their paths. */
function operationPaths({ platform }: Mock): MethodAndPath[] {
  return platform.routes.map(({ method, path }) => [method, filled(path)]);
}

/** Fills a template with the longest known path that it matches. */
function filled(template: string): string {
  const segments = template.split("/");
  const fits = (path: string): boolean =>
    path.split("/").every((segment, index) => segments[index] === segment || segments[index]?.startsWith("{"));
  const [found = ""] = known
    .filter((path) => path.split("/").length <= segments.length && fits(path))
    .toSorted((one, next) => next.split("/").length - one.split("/").length);
  const rest = segments.slice(found === "" ? 0 : found.split("/").length);
  return [found, ...rest.map((segment) => segment.replaceAll(/\{[^}]*\}/g, "x"))].join("/").replace(/^\/\//, "/");
}

/** Paths of the mock itself: the control API, the reference, documents, pages, OAuth 2.0, and unknown ones. */
async function ownPaths(replica: Mock): Promise<MethodAndPath[]> {
  const { operations } = await loadControl();
  const [delivery] = (await replica.org("acme").deliveries.complete()).list();
  const values: Readonly<Record<string, string>> = {
    organization: "acme",
    snapshot: `nightly-${MARK}`,
    delivery: delivery?.id ?? "",
  };
  const control = operations.map(({ method, path }): MethodAndPath => [
    method,
    path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => values[name] ?? "x"),
  ]);
  const pages = [
    ..."/ /_concord /_concord/ /_concord/health /_concord/ready /_concord/metrics /_concord/nothing".split(" "),
    ..."/_concord/reference /openapi.json /.well-known/oauth-authorization-server /nothing/acme /%ff".split(" "),
    ..."/_concord/organizations/acme /_concord/organizations/acme%2fstate /_concord/oauth/token".split(" "),
    ...replica.platform.contracts.map(({ api }) => `/_concord/reference/${api}`),
    ...replica.platform.graphqlPaths,
  ];
  return [
    ...control,
    ...pages.flatMap((path): MethodAndPath[] => [
      ["GET", path],
      ["POST", path],
    ]),
  ];
}

/** State with the mark in its texts. Ids stay, because strangers may know them, and so do times and URLs. */
function withMarks(given: OrganizationState): OrganizationState {
  const marked = (value: unknown): unknown => {
    if (typeof value === "string") return /^(\d{4}-|https?:)/.test(value) ? value : `${value} ${MARK}`;
    if (Array.isArray(value)) return value.map(marked);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, /(^|_)id$/i.test(name) ? member : marked(member)]),
    );
  };
  const collections = Object.fromEntries(
    Object.entries(given.collections).map(([path, items]) => [
      path,
      items.map((item) => ({ ...item, value: marked(item.value) })),
    ]),
  );
  return { ...given, collections } as OrganizationState;
}
