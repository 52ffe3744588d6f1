import type { Json, JsonObject } from "../../../../contracts/index.ts";
import { changedFields, recordingStore } from "./audit/changes.ts";
import { auditRecordId, auditTail, writeOf } from "./audit/record.ts";
import {
  type Answer,
  type Behaviour,
  type Call,
  type Refusal,
  bearerOf,
  itemsOf,
  membersIn,
} from "../../../../mock/profile/index.ts";
import { collections } from "../collections.ts";
import { issuedIn } from "./access/issued-token.ts";

/** Assumed: visibility of an API's records if it is not the organization (§2.6 shows no values). */
const visibilities: Readonly<Record<string, string>> = { environments: "internal", partner: "partner" };

/** Assumed: number of newest records that an organization keeps. There may be up to a hundred more. */
export const MAX_RECORDS = 10_000;

/** Number of writes between two removals of the oldest records. */
const TRIMMED_EVERY = 100;

/** State of an organization's audit log. */
interface Trail {
  count: number;
  readonly tail: string;
}

const TRAIL = "audit-trail";

/**
 * Every write adds a record. A search finds the record, and visibility filters the search (§4.8). It
 * is assumed that each write adds one, and that records have these fields; only the visibility is
 * stated. Reads add no records.
 */
export const auditTrail: Behaviour = {
  id: "audit-trail",
  section: "4.8",
  operations: ["audit-log/searchAuditRecords", "audit-log/getAuditRecord"],
  alsoFollows: ({ safe }) => !safe,
  async handle(call, next) {
    const name = `${call.operation.api}/${call.operation.id}`;
    if (name === "audit-log/searchAuditRecords") return search(call);
    if (name === "audit-log/getAuditRecord") {
      const answer = await next(call);
      return "refused" in answer ? answer : visible(call, answer);
    }
    const { store, changes } = recordingStore(call.store);
    const answer = await next({ ...call, store });
    if (!("refused" in answer)) await leaveRecord(call, answer, changes);
    return answer;
  },
};

async function leaveRecord(
  call: Call,
  answer: Answer,
  changes: ReturnType<typeof recordingStore>["changes"],
): Promise<void> {
  const { operation, request, world, store, now } = call;
  const { organization } = world;
  const { action, target } = writeOf(call, answer);
  const occurred_at = new Date(now).toISOString();
  const change = changes.findLast(({ id }) => id === target?.id);
  const altered = change ? changedFields(call, change) : [];
  const trail = await trailOf(call);
  let isTaken = true;
  while (isTaken) {
    const id = auditRecordId(++trail.count, now, trail.tail);
    const value: JsonObject = {
      id,
      visibility: visibilities[operation.api] ?? "organization",
      occurred_at,
      service: operation.api,
      action,
      actor: actorOf(request.headers["authorization"], organization),
      ...(target && { target }),
      ...(altered.length > 0 && { changes: altered }),
    };
    const address = { organization, collection: collections.auditRecords, id };
    const next = await store.change(address, (current) =>
      current ? { refused: "Another record has this id", status: 409 } : { value },
    );
    isTaken = next !== null && "refused" in next;
  }
  if (trail.count % TRIMMED_EVERY === 0) await trim(call);
}

async function trailOf({ world: { organization, memory }, store, seed }: Call): Promise<Trail> {
  const known = memory.get(TRAIL) as Trail | undefined;
  if (known) return known;
  const { total } = await store.list(organization, collections.auditRecords, { offset: 0, limit: 0 });
  const trail: Trail = (memory.get(TRAIL) as Trail | undefined) ?? {
    count: total,
    tail: auditTail(seed, organization),
  };
  memory.set(TRAIL, trail);
  return trail;
}

async function trim({ world: { organization }, store }: Call): Promise<void> {
  const collection = collections.auditRecords;
  const { total } = await store.list(organization, collection, { offset: 0, limit: 0 });
  if (total <= MAX_RECORDS) return;
  const { items } = await store.list(organization, collection, { offset: 0, limit: total - MAX_RECORDS });
  for (const { value } of items) await store.change({ organization, collection, id: String(value["id"]) }, () => null);
}

/** A token is identified by its id, never by its value. A caller without a token is a visitor. */
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

/** Only writes fill the log. No operation creates records, so without this every id would return an example. */
function visible({ input: { parameters } }: Call, { stored, ...answer }: Answer): Answer | Refusal {
  const { visibility, logId } = parameters;
  const refused = `There is no log "${String(logId)}"`;
  if (!stored) return { refused, status: 404 };
  return visibility === undefined || visibility === stored.value["visibility"]
    ? { ...answer, stored }
    : { refused: `${refused} with the visibility "${String(visibility)}"`, status: 404 };
}
