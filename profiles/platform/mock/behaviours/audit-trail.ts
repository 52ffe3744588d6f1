import type { Json, JsonObject } from "../../../../contracts/index.ts";
import { changedFields, recordingStore } from "./audit/changes.ts";
import { auditRecordId, computeIdSuffix, describeWrite } from "./audit/record.ts";
import {
  type Answer,
  type Behaviour,
  type Call,
  type Refusal,
  readBearer,
  listOtherItems,
  toMembers,
} from "../../../../mock/profile/index.ts";
import { collections } from "../collections.ts";
import { parseIssuedToken } from "./access/issued-token.ts";

/** Assumed: visibility of an API's records if it is not the organization (§2.6 shows no values). */
const visibilities: Readonly<Record<string, string>> = { environments: "internal", partner: "partner" };

/** Assumed: number of newest records that an organization keeps. There may be up to a hundred more. */
export const MAX_RECORDS = 10_000;

/** Number of writes between two removals of the oldest records. */
const WRITES_PER_TRIM = 100;

/** State of an organization's audit log. */
interface LogState {
  count: number;
  readonly tail: string;
}

const MEMORY_KEY = "audit-trail";

/**
 * Each write adds a record to the audit log, and a search can filter records by their visibility (§4.8).
 * Only the visibility is stated. It is assumed that all writes add a record and reads add none, and that
 * records have these fields.
 */
export const auditTrail: Behaviour = {
  id: "audit-trail",
  section: "4.8",
  operations: ["audit-log/searchAuditRecords", "audit-log/getAuditRecord"],
  alsoFollows: ({ safe }) => !safe,
  async handle(call, next) {
    const name = `${call.operation.api}/${call.operation.id}`;
    if (name === "audit-log/searchAuditRecords") return searchLog(call);
    if (name === "audit-log/getAuditRecord") {
      const answer = await next(call);
      if ("refused" in answer) return answer;
      return filterByVisibility(call, answer);
    }
    const { store, changes } = recordingStore(call.store);
    const answer = await next({ ...call, store });
    if (!("refused" in answer)) await addRecord(call, answer, changes);
    return answer;
  },
};

async function addRecord(
  call: Call,
  answer: Answer,
  changes: ReturnType<typeof recordingStore>["changes"],
): Promise<void> {
  const { operation, request, world, store, now } = call;
  const { organization } = world;
  const { action, target } = describeWrite(call, answer);
  const occurred_at = new Date(now).toISOString();
  const change = changes.findLast(({ id }) => id === target?.id);
  const fields = change ? changedFields(call, change) : [];
  const logState = await readLogState(call);
  let isIdUsed = true;
  while (isIdUsed) {
    const id = auditRecordId(++logState.count, now, logState.tail);
    const value: JsonObject = {
      id,
      visibility: visibilities[operation.api] ?? "organization",
      occurred_at,
      service: operation.api,
      action,
      actor: identifyActor(request.headers["authorization"], organization),
      ...(target && { target }),
      ...(fields.length > 0 && { changes: fields }),
    };
    const address = { organization, collection: collections.auditRecords, id };
    const next = await store.change(address, (current) =>
      current ? { refused: "Another record has this id", status: 409 } : { value },
    );
    isIdUsed = next !== null && "refused" in next;
  }
  if (logState.count % WRITES_PER_TRIM === 0) await deleteOldRecords(call);
}

async function readLogState({ world: { organization, memory }, store, seed }: Call): Promise<LogState> {
  const cached = memory.get(MEMORY_KEY) as LogState | undefined;
  if (cached) return cached;
  const { total } = await store.list(organization, collections.auditRecords, { offset: 0, limit: 0 });
  const logState: LogState = (memory.get(MEMORY_KEY) as LogState | undefined) ?? {
    count: total,
    tail: computeIdSuffix(seed, organization),
  };
  memory.set(MEMORY_KEY, logState);
  return logState;
}

async function deleteOldRecords({ world: { organization }, store }: Call): Promise<void> {
  const collection = collections.auditRecords;
  const { total } = await store.list(organization, collection, { offset: 0, limit: 0 });
  if (total <= MAX_RECORDS) return;
  const { items } = await store.list(organization, collection, { offset: 0, limit: total - MAX_RECORDS });
  for (const { value } of items) await store.change({ organization, collection, id: String(value["id"]) }, () => null);
}

/** A token is identified by its id, never by its value. A caller without a token is a visitor. */
function identifyActor(authorization: string | undefined, organization: string): JsonObject {
  const token = readBearer(authorization);
  if (token === undefined) return { type: "portal_user", id: "visitor" };
  return { type: "access_token", id: parseIssuedToken(token)?.id ?? `org_${organization}` };
}

async function searchLog(call: Call): Promise<Answer> {
  const filter = toMembers(call.input.body);
  const { from = 0, size = 20 } = call.input.parameters;
  const found = (await listOtherItems(call, collections.auditRecords))
    .filter(({ value }) => matchesLogFilter(value, filter))
    .toReversed();
  const results = found.slice(Number(from), Number(from) + Number(size)).map(({ value }) => value);
  return { value: { hits: found.length, results } };
}

function matchesLogFilter(record: JsonObject, filter: JsonObject): boolean {
  const { visibility, services, actions, actor_id, target_id, since, until } = filter;
  const time = Date.parse(String(record["occurred_at"]));
  return (
    (visibility === undefined || visibility === record["visibility"]) &&
    passesFilterValue(services, record["service"]) &&
    passesFilterValue(actions, record["action"]) &&
    (actor_id === undefined || actor_id === toMembers(record["actor"])["id"]) &&
    (target_id === undefined || target_id === toMembers(record["target"])["id"]) &&
    (since === undefined || time >= Date.parse(String(since))) &&
    (until === undefined || time < Date.parse(String(until)))
  );
}

function passesFilterValue(wanted: Json | undefined, value: Json | undefined): boolean {
  return !Array.isArray(wanted) || wanted.includes(value);
}

/** Only writes fill the log. No operation creates records, so without this every id would return an example. */
function filterByVisibility({ input: { parameters } }: Call, { stored, ...answer }: Answer): Answer | Refusal {
  const { visibility, logId } = parameters;
  const refused = `There is no log "${String(logId)}"`;
  if (!stored) return { refused, status: 404 };
  if (visibility === undefined || visibility === stored.value["visibility"]) return { ...answer, stored };
  return { refused: `${refused} with the visibility "${String(visibility)}"`, status: 404 };
}
