import type { Json, JsonObject } from "../../contracts/index.ts";
import { auditRecordId, writeOf } from "./audit/record.ts";
import type { Answer, Call } from "../call.ts";
import { bearerOf, issuedIn } from "../credentials.ts";
import type { Refusal } from "../problem.ts";
import { membersIn } from "../resources/representation.ts";
import { collections, itemsOf } from "../state/elsewhere.ts";
import type { Behaviour } from "./behaviour.ts";

/** Assumed: whom the records of an API are meant for, where it is not the organization (§2.6 shows no values). */
const visibilities: Readonly<Record<string, string>> = { environments: "internal", partner: "partner" };

/** What is remembered of an organization: how many records there are. */
const COUNT = "audit-trail count";

/**
 * Every write leaves a record; a search finds it, and visibility narrows the search (§4.8). That each
 * write leaves one is assumed, and so is everything of a record but its visibility. Reads leave none.
 */
export const auditTrail: Behaviour = {
  id: "audit-trail",
  section: "4.8",
  operations: ["audit-log/searchAuditRecords", "audit-log/getAuditRecord"],
  others: ({ safe }) => !safe,
  async handle(call, next) {
    const name = `${call.operation.api}/${call.operation.id}`;
    if (name === "audit-log/searchAuditRecords") return search(call);
    const answer = await next(call);
    if ("refused" in answer) return answer;
    if (name === "audit-log/getAuditRecord") return visible(call, answer);
    await leaveRecord(call, answer);
    return answer;
  },
};

async function leaveRecord(call: Call, answer: Answer): Promise<void> {
  const { operation, request, world, store, now, seed } = call;
  const { organization, memory } = world;
  const { action, target } = writeOf(call, answer);
  const occurred_at = new Date(now).toISOString();
  let count = memory.get(COUNT) as number | undefined;
  count ??= (await store.list(organization, collections.auditRecords, { offset: 0, limit: 0 })).total;
  let isTaken = true;
  while (isTaken) {
    const id = auditRecordId(++count, { now, seed, organization });
    const value: JsonObject = {
      id,
      visibility: visibilities[operation.api] ?? "organization",
      occurred_at,
      service: operation.api,
      action,
      actor: actorOf(request.headers["authorization"], organization),
      ...(target && { target }),
    };
    memory.set(COUNT, count);
    const address = { organization, collection: collections.auditRecords, id };
    const next = await store.change(address, (current) =>
      current ? { refused: "Another record has this id", status: 409 } : { value },
    );
    isTaken = next !== null && "refused" in next;
  }
}

/** Tokens are told by their ids, never by their values. Who comes without one is a visitor. */
function actorOf(authorization: string | undefined, organization: string): JsonObject {
  const token = bearerOf(authorization);
  if (token === undefined) return { type: "portal_user", id: "visitor" };
  return { type: "access_token", id: issuedIn(token)?.id ?? `org_${organization}` };
}

async function search(call: Call): Promise<Answer> {
  const asked = membersIn(call.input.body);
  const { from = 0, size = 20 } = call.input.parameters;
  const found = (await itemsOf(call, collections.auditRecords))
    .filter(({ value }) => matches(value, asked))
    .toReversed();
  const results = found.slice(Number(from), Number(from) + Number(size)).map(({ value }) => value);
  return { value: { hits: found.length, results } };
}

function matches(record: JsonObject, asked: JsonObject): boolean {
  const { visibility, services, actions, actor_id, target_id, since, until } = asked;
  const time = Date.parse(String(record["occurred_at"]));
  return (
    (visibility === undefined || visibility === record["visibility"]) &&
    isAmong(services, record["service"]) &&
    isAmong(actions, record["action"]) &&
    (actor_id === undefined || actor_id === membersIn(record["actor"])["id"]) &&
    (target_id === undefined || target_id === membersIn(record["target"])["id"]) &&
    (since === undefined || time >= Date.parse(String(since))) &&
    (until === undefined || time < Date.parse(String(until)))
  );
}

function isAmong(wanted: Json | undefined, value: Json | undefined): boolean {
  return !Array.isArray(wanted) || wanted.includes(value);
}

/** Only writes fill the log: no operation does, so without this every id would have an example. */
function visible({ input: { parameters } }: Call, { stored, ...answer }: Answer): Answer | Refusal {
  const { visibility, logId } = parameters;
  const refused = `There is no log "${String(logId)}"`;
  if (!stored) return { refused, status: 404 };
  return visibility === undefined || visibility === stored.value["visibility"]
    ? { ...answer, stored }
    : { refused: `${refused} with the visibility "${String(visibility)}"`, status: 404 };
}
