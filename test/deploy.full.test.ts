import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Balancer, findHaproxy, startHaproxy, startTcpBalancer } from "./support/deploy/balancer.ts";
import { type Manifest, mistakesIn, readCompose, readManifests } from "./support/deploy/manifests.ts";
import { type ReplicaProcess, startReplica } from "./support/deploy/replica-process.ts";
import { root } from "./support/imports.ts";
import { type Database, startDatabase } from "./support/postgres/database.ts";
import { type Relay, startRelay } from "./support/postgres/relay.ts";

// Tests run without containers: the processes of the files in deploy/ run on this machine, with their own arguments
// and variables. Only addresses, ports and the two secrets are replaced.

const compose = readCompose();
const manifests = readManifests();
const haproxy = findHaproxy();
const replicaNames = ["replica1", "replica2", "replica3"];
const controlToken = "c0ntrol";

let server: Database;
beforeAll(async () => {
  server = await startDatabase();
});
afterAll(() => server.stop());

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe("deploy/compose.yaml", () => {
  it("has three equal replicas, a database and a balancer, and only the balancer has a port of this machine", () => {
    expect(Object.keys(compose)).toEqual([...replicaNames, "balancer", "postgres"]);
    for (const name of replicaNames) expect(compose[name]).toEqual(compose["replica1"]);
    expect(Object.entries(compose).flatMap(([name, each]) => ("ports" in each ? [name] : []))).toEqual(["balancer"]);
    expect(compose["balancer"]?.depends_on).toEqual(replicaNames);
  });

  it("takes both secrets from deploy/.env, and writes none into a file or argument", () => {
    const text = readFileSync(join(root, "deploy/compose.yaml"), "utf8");
    const names = [...new Set([...text.matchAll(/\$\{(\w+):\?/g)].map((match) => match[1]))];
    const example = readFileSync(join(root, "deploy/.env.example"), "utf8");

    expect(names.toSorted()).toEqual(["CONCORD_CONTROL_TOKEN", "POSTGRES_PASSWORD"]);
    for (const name of names) expect(example).toMatch(new RegExp(`^${name}=`, "m"));
    expect(text).not.toMatch(/:\/\/\w+:[^@\s]+@/);
  });
});

describe("the images that deploy/ names", () => {
  it.each(["compose.yaml", "kubernetes/postgres.yaml"])("%s names the images of others by digest", (name) => {
    const text = readFileSync(join(root, "deploy", name), "utf8");
    const images = [...text.matchAll(/image: (\S+)/g)].map((match) => match[1] as string);

    expect(images).not.toEqual([]);
    for (const image of images) expect(image).toMatch(/^(?:concord|[\w.:-]+@sha256:[0-9a-f]{64})$/);
  });
});

describe("deploy/haproxy.cfg", () => {
  it("sends requests to the replicas of the compose file, if they are ready", () => {
    const text = readFileSync(join(root, "deploy/haproxy.cfg"), "utf8");

    expect([...text.matchAll(/^ {2}server (\w+) (\w+):4010$/gm)].map((match) => match.slice(1))).toEqual(
      replicaNames.map((name) => [name, name]),
    );
    expect(text).toContain("option httpchk GET /_concord/ready");
    expect(compose["balancer"]?.volumes).toEqual(["./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro"]);
  });
});

describe("the manifests for Kubernetes", () => {
  it("fit together", () => {
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual([
      "Deployment",
      "NetworkPolicy",
      "NetworkPolicy",
      "PodDisruptionBudget",
      "Secret",
      "Service",
      "Service",
      "StatefulSet",
    ]);
    expect(mistakesIn(manifests)).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    [
      "a selector of no pods",
      "app.kubernetes.io/name: concord }\n  ports",
      "app: other }\n  ports",
      "matches 0 templates",
    ],
    ["a secret that is missing", "key: control-token", "key: token", "the value of CONCORD_CONTROL_TOKEN is nowhere"],
    ["a password in a variable", "postgres://concord@", "postgres://concord:x@", "CONCORD_STATE shows a password"],
    ["a port that is missing", "targetPort: http }", "targetPort: https }", 'no container has the port "https"'],
    ["a probe of no port", "ready, port: http", "ready, port: web", "a probe of the port web"],
    ["a container as root", "runAsNonRoot: true", "runAsNonRoot: false", "may run as root"],
  ])("are checked: %s is found", (_, text, other, mistake) => {
    expect(mistakesIn(readManifests((each) => each.replaceAll(text, other))).join("\n")).toContain(mistake);
  });

  it("give a pod more time to end than it needs", () => {
    const { template } = deployment().spec;
    const { args = [] } = template?.spec.containers[0] ?? {};
    const drain = Number(args[args.indexOf("--drain") + 1]);

    expect(drain).toBeGreaterThan(0);
    expect(template?.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + 8);
  });

  it("start a replica that passes its probes", async () => {
    const url = await server.create();
    const [container] = deployment().spec.template?.spec.containers ?? [];
    const replica = await started(container?.args ?? [], environmentOf(url, container?.env ?? []));

    for (const probe of [container?.startupProbe, container?.readinessProbe, container?.livenessProbe])
      expect((await fetch(replica.url + probe?.httpGet?.path)).status).toBe(200);
    expect((await fetch(`${replica.url}/_concord/metrics`)).status).toBe(403);
    expect(await replica.end("SIGTERM")).toBe(0);
  });
});

describe(`the replicas of the compose file behind ${haproxy ? "HAProxy and " : ""}a balancer of connections${haproxy ? "" : " (HAProxy is not installed: its configuration was not run)"}`, () => {
  const balancers: [string, (ports: readonly number[]) => Promise<Balancer>][] = [
    ["a balancer of connections", startTcpBalancer],
    ...(haproxy
      ? [["HAProxy", (ports: readonly number[]) => startHaproxy(haproxy, ports)] as [string, typeof startTcpBalancer]]
      : []),
  ];

  it.each(balancers)("share their state, and go on while one drains and another is killed: %s", async (_, balance) => {
    const { replicas, url } = await cluster(balance);
    const made = await create(url, "1EMH0012345678");
    const { id } = (await made.json()) as { readonly id: string };
    for (const replica of replicas) expect(await statusOf(`${replica.url}/v2/metering/meters/${id}`)).toBe(200);

    const [first, second, third] = replicas as [ReplicaProcess, ReplicaProcess, ReplicaProcess];
    const statuses: number[] = [];
    const done = new AbortController();
    const load = (async () => {
      while (!done.signal.aborted) statuses.push(await statusOf(`${url}/v2/metering/meters/${id}`));
    })();
    const code = await first.end("SIGTERM");
    done.abort();
    await load;

    expect(code).toBe(0);
    expect(statuses.length).toBeGreaterThan(10);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await second.end("SIGKILL");
    await expect.poll(() => statusOf(`${url}/v2/metering/meters/${id}`), { timeout: 20_000 }).toBe(200);
    expect((await create(url, "1EMH0012345679")).status).toBe(201);
    expect(await (await fetch(`${third.url}/v2/metering/meters`, { headers })).json()).toHaveLength(2);
  });

  it.each(balancers.filter(([name]) => name === "HAProxy"))(
    "are answered for while the database is away, with a problem document and a time to try again: %s",
    async (_, balance) => {
      const { url, relay } = await cluster(balance);
      relay.cut();
      await expect.poll(async () => (await fetch(`${url}/_concord/health`)).status, { timeout: 20_000 }).toBe(503);
      const answer = await fetch(`${url}/v2/metering/meters`, { headers });

      expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("content-type")]).toEqual([
        503,
        "1",
        "application/problem+json",
      ]);
      expect(await answer.json()).toMatchObject({ status: 503, detail: "No replica is ready" });
      relay.resume();
      await expect.poll(() => statusOf(`${url}/v2/metering/meters`), { timeout: 20_000 }).toBe(200);
    },
  );
});

const headers = { authorization: "Bearer org_acme", "content-type": "application/json" };

function create(url: string, number: string): Promise<Response> {
  return fetch(`${url}/v2/metering/meters`, { method: "POST", headers, body: JSON.stringify({ number }) });
}

/** Status of a response. 0 if the connection failed. */
function statusOf(url: string): Promise<number> {
  return fetch(url, { headers }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

async function started(args: readonly string[], env: Readonly<Record<string, string>>): Promise<ReplicaProcess> {
  const replica = await startReplica(args, env);
  ends.push(() => replica.end("SIGKILL"));
  return replica;
}

interface Cluster {
  readonly url: string;
  readonly replicas: readonly ReplicaProcess[];
  readonly relay: Relay;
}

/** The replicas of the compose file behind a balancer. */
async function cluster(balance: (ports: readonly number[]) => Promise<Balancer>): Promise<Cluster> {
  const relay = await startRelay(await server.create());
  ends.push(() => relay.close());
  const replicas = await Promise.all(
    replicaNames.map((name) => {
      const { command = [], environment = {} } = compose[name] ?? {};
      const variables = Object.entries(environment).map(([variable, value]) => ({ name: variable, value }));
      return started(command, environmentOf(relay.url, variables));
    }),
  );
  const balancer = await balance(replicas.map(({ port }) => port));
  ends.push(() => balancer.close());
  await expect.poll(() => statusOf(`${balancer.url}/_concord/ready`), { timeout: 20_000 }).toBe(200);
  return { url: balancer.url, replicas, relay };
}

/** Variables of a container, with the database of this test and with secrets. */
function environmentOf(
  url: string,
  variables: readonly { readonly name: string; readonly value?: string }[],
): Record<string, string> {
  const own = new URL(url);
  const secrets: Record<string, string> = { PGPASSWORD: own.password, CONCORD_CONTROL_TOKEN: controlToken };
  return Object.fromEntries(
    variables.map(({ name, value = "" }) => {
      if (name !== "CONCORD_STATE") return [name, secrets[name] ?? value];
      const state = new URL(value);
      [state.username, state.host, state.pathname] = [own.username, own.host, own.pathname];
      return [name, state.href];
    }),
  );
}

function deployment(): Manifest {
  return manifests.find(({ kind }) => kind === "Deployment") as Manifest;
}
