import { MAX_RECORDS } from "../../../profiles/platform/mock/behaviours/audit-trail.ts";

/** Counts of calls, and failures. */
export interface Load {
  readonly counts: ReadonlyMap<string, number>;
  readonly errors: readonly string[];
  /** Stops the clients; resolves when all running calls have ended. */
  stop(): Promise<void>;
}

interface Sent {
  readonly token?: string;
  readonly body?: unknown;
  /** Expected statuses; by default 2xx. */
  readonly expect?: readonly number[];
}

type Call = (what: string, line: string, sent?: Sent) => Promise<ResponseMembers>;

/** Members of a response body. */
type ResponseMembers = Readonly<Record<string, unknown>>;

/** Maximum number of entities of an organization. The oldest is deleted for each new one. */
const KEPT = 100;

const MAX_ERRORS = 100;

/**
 * Starts clients of a mock, each with its own organization, that run until they are stopped. Resolves when journals and
 * audit logs are full.
 */
export async function startLoad(url: string, clients: number): Promise<Load> {
  const counts = new Map<string, number>();
  const errors: string[] = [];
  const state = { isOver: false };
  const begun = await Promise.all(Array.from({ length: clients }, (_, index) => begin(`soak-${index}`)));
  const working = Promise.all(begun.map((goOn) => goOn()));
  return {
    counts,
    errors,
    async stop() {
      state.isOver = true;
      await working;
    },
  };

  async function begin(name: string): Promise<() => Promise<void>> {
    const call: Call = (what, line, sent = {}) => send(what, line, { token: `org_${name}`, ...sent });
    const kept: string[] = [];
    await fillLog(call);
    return async () => {
      for (let round = 0; !state.isOver; round++) {
        await writeEntities(call, kept, round);
        await readAndRefuse(call, kept.at(-1) ?? "");
        if (round % 20 === 0) await visitWorld(call, name);
      }
    };
  }

  async function send(what: string, line: string, { token = "", body, expect }: Sent): Promise<ResponseMembers> {
    const [method = "", path = ""] = line.split(" ");
    counts.set(what, (counts.get(what) ?? 0) + 1);
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(path.startsWith("/_concord") && { "concord-control": "1" }),
          ...(token !== "" && { authorization: `Bearer ${token}` }),
          "content-type": "application/json",
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isRight = expect ? expect.includes(response.status) : response.ok;
      if (!isRight) throw new Error(`${response.status}: ${text.slice(0, 200)}`);
      return text === "" || !response.ok ? {} : (JSON.parse(text) as ResponseMembers);
    } catch (error) {
      if (errors.length < MAX_ERRORS) errors.push(`${line}: ${(error as Error).message}`);
      return {};
    }
  }
}

/** Fills an audit log to its limit, because growth up to the limit is not a leak. */
async function fillLog(call: Call): Promise<void> {
  const { id } = await call("create", "POST /v1/entity/contact", { body: { name: "Full", address: { city: "Bonn" } } });
  for (let round = 0; round < MAX_RECORDS; round++) {
    const body = { round, address: { city: round % 2 === 0 ? "Köln" : "Bonn" } };
    await call("update", `PATCH /v1/entity/contact/${String(id)}`, { body });
  }
}

async function writeEntities(call: Call, entityIds: string[], round: number): Promise<void> {
  const body = { name: `Ada ${round}`, address: { city: "Bonn", zip: "53111" }, tags: ["a", "b"], round };
  const { id } = await call("create", "POST /v1/entity/contact", { body });
  entityIds.push(String(id));
  await call("update", `PATCH /v1/entity/contact/${String(id)}`, {
    body: { round: -round, address: { city: "Köln" } },
  });
  if (entityIds.length > KEPT) await call("delete", `DELETE /v1/entity/contact/${entityIds.shift()}`);
}

async function readAndRefuse(call: Call, id: string): Promise<void> {
  for (let count = 0; count < 5; count++) await call("read", `GET /v1/entity/contact/${id}`);
  await call("list", "GET /v1/entity/contact?limit=20");
  await call("search", "POST /v1/entity:search", { body: { q: "Ada", schemas: ["contact"] } });
  await call("refused", "POST /v1/entity/contact", { body: [], expect: [400] });
  await call("no token", "GET /v1/entity/contact", { token: "", expect: [401] });
  await call("unmatched", "GET /v1/nothing/at/all", { expect: [404] });
}

/** Creates, uses and deletes a world, and checks that its state is removed. */
async function visitWorld(call: Call, from: string): Promise<void> {
  const { name } = await call("fork", "POST /_concord/worlds", { body: { from } });
  const [own, token] = [`/_concord/organizations/${String(name)}`, `org_${String(name)}`];
  await call("schema", "PUT /v1/entity/schemas/contact", { token, body: { ui_config: {} } });
  await call("create", "POST /v1/entity/contact", { token, body: { name: "In a world" } });
  const settings = { faults: [{ id: "status", status: 503, probability: 0.5 }, { id: "unknown-field" }] };
  await call("faults", `PUT ${own}/faults`, { body: settings });
  for (let count = 0; count < 4; count++)
    await call("read under faults", "GET /v1/entity/contact", { token, expect: [200, 503] });
  await call("clock", `POST ${own}/clock/advance`, { body: { milliseconds: 60_000 } });
  await call("journal", `GET ${own}/journal?limit=20`);
  await call("audit", "POST /v1/logs?size=5", { token, body: { services: ["entity"] }, expect: [200, 503] });
  await call("end", `DELETE ${own}`);
}
