import { type Json, type JsonObject, isObject, nearestHint, extractItemId, withItemId } from "../../contracts/index.ts";
import type { Interaction, NamedState } from "./interaction.ts";
import { collectionNames, getNamedCollection, operationNames, getNamedOperation } from "./named-parts.ts";
import { type KnownNames, type ProviderState, type StateContext, matchStateForm } from "../profile/provider-state.ts";

/** Catalogue of provider states. */
export const providerStates: readonly ProviderState[] = [
  {
    form: "an empty organization",
    about: "the organization is empty, as at the start of an interaction without a state",
    async set() {},
  },
  {
    form: "the fixtures {fixtures}",
    about: "the organization has the items of these fixtures",
    problem: ({ fixtures }, { fixtures: name = "" }) => explainUnknown("fixtures", name, fixtures.names),
    async set({ control, world, fixtures }, { fixtures: name = "" }) {
      await control.ask(world, "PUT", "/state", fixtures.stateOf(name));
    },
  },
  {
    form: "an item of {collection} exists",
    about: "the collection has the item, for example: an item of /v2/metering/meters exists",
    params: "members of the item, including its id",
    problem: ({ contracts }, { collection = "" }) =>
      getNamedCollection(contracts, collection)
        ? undefined
        : explainUnknown("collection", collection, collectionNames(contracts)),
    async set(setting, { collection = "" }, params) {
      const { path, idProperty } = getNamedCollection(setting.contracts, collection) ?? {
        path: collection,
        idProperty: "id",
      };
      const id = extractItemId(params, { idProperty }) ?? params["id"];
      if (id === undefined) throw new Error(`the parameter "${idProperty}" is missing, which names the item`);
      await changeItems(setting, path, (items) => [
        ...items.filter((item) => item["id"] !== String(id)),
        { id: String(id), value: withItemId(params, { idProperty }, id) },
      ]);
      return { id };
    },
  },
  {
    form: "no item {id} of {collection} exists",
    about: "the collection does not have the item, for example: no item m_1 of /v2/metering/meters exists",
    problem: ({ contracts }, { collection = "" }) =>
      getNamedCollection(contracts, collection)
        ? undefined
        : explainUnknown("collection", collection, collectionNames(contracts)),
    set: (setting, { id, collection = "" }) =>
      changeItems(setting, getNamedCollection(setting.contracts, collection)?.path ?? collection, (items) =>
        items.filter((item) => item["id"] !== id),
      ),
  },
  {
    form: "the limit of requests is reached",
    about: "every request is refused with 429 and Retry-After",
    params: "retryAfter: number of seconds (default 1)",
    async set({ control, world }, _, params) {
      await control.ask(world, "PUT", "/faults", { faults: [{ id: "status", status: 429, ...params }] });
    },
  },
  {
    form: "the fault {fault}",
    about: "the mock causes this fault, for example: the fault unknown-enum",
    params: "parameters of the fault: status, operations, times, share …",
    problem: ({ faults }, { fault = "" }) => explainUnknown("fault", fault, faults),
    async set({ control, world }, { fault = "" }, params) {
      await control.ask(world, "PUT", "/faults", { faults: [{ id: fault, ...params }] });
    },
  },
  {
    form: "the time is {time}",
    about: "the organization's clock is stopped at this time (RFC 3339)",
    problem: (_, { time = "" }) => (Number.isNaN(Date.parse(time)) ? `"${time}" is not a time (RFC 3339)` : undefined),
    async set({ control, world }, { time = "" }) {
      await control.ask(world, "POST", "/clock/freeze", { at: new Date(time).toISOString() });
    },
  },
  {
    form: "{seconds} seconds have passed",
    about: "the organization's clock is advanced by this duration",
    isEvent: true,
    problem: (_, { seconds = "" }) => (/^\d+$/.test(seconds) ? undefined : `"${seconds}" is not a number of seconds`),
    async set({ control, world }, { seconds }) {
      await control.ask(world, "POST", "/clock/advance", { milliseconds: Number(seconds) * 1000 });
    },
  },
  {
    form: "the event {event} happens",
    about: "the event is published: waiting flows start, and webhooks get a delivery",
    params: "payload of the event",
    isEvent: true,
    event: (_, { event }) => event,
    async set({ control, world }, { event = "" }, params) {
      await control.ask(world, "POST", "/events", { name: event, payload: params });
    },
  },
  {
    form: "{operation} was called",
    about: "the operation was called, for example: metering/createMeter was called, POST /v1/orders was called",
    params: 'parameters of the operation by name, and its body as "body"; missing required values are generated',
    isEvent: true,
    problem: ({ contracts }, { operation = "" }) =>
      getNamedOperation(contracts, operation)
        ? undefined
        : explainUnknown("operation", operation, operationNames(contracts)),
    event({ contracts, eventOf }, { operation = "" }) {
      const found = getNamedOperation(contracts, operation);
      return found && eventOf(found.operation);
    },
    async set({ contracts, call }, { operation = "" }, params) {
      const found = getNamedOperation(contracts, operation);
      if (!found) return;
      const { status, body } = await call(found.contract, found.operation, params);
      if (status >= 400) throw new Error(`${operation} was answered ${status} ${body}`);
      return asObject(body);
    },
  },
];

/** State of a pact, with its entry in the catalogue. */
export interface CatalogueState extends NamedState {
  readonly state: ProviderState;
  readonly words: Readonly<Record<string, string>>;
}

/** Catalogue entries of an interaction's states, or a sentence about the first unknown one, with the closest name. */
export function resolveStates(
  { states }: Interaction,
  known: KnownNames,
): readonly CatalogueState[] | { readonly unknown: string } {
  const catalogueStates: CatalogueState[] = [];
  for (const named of states) {
    const found = resolveState(named, known);
    if (typeof found === "string") return { unknown: `There is no state "${named.name}": ${found}` };
    catalogueStates.push(found);
  }
  return catalogueStates;
}

function resolveState(named: NamedState, known: KnownNames): CatalogueState | string {
  const all = [...providerStates, ...(known.profile?.states ?? [])];
  for (const state of all) {
    const words = matchStateForm(state.form, named.name);
    if (words) return state.problem?.(known, words) ?? { ...named, state, words };
  }
  const forms = all.map(({ form }) => form);
  const closestName = nearestHint(named.name, forms);
  return `concord pact --help lists all states${closestName}`;
}

function explainUnknown(kind: string, name: string, names: readonly string[]): string | undefined {
  if (names.includes(name)) return undefined;
  return `there is no ${kind} "${name}"${nearestHint(name, names)}`;
}

async function changeItems(
  { control, world }: StateContext,
  collection: string,
  change: (items: readonly JsonObject[]) => readonly JsonObject[],
): Promise<void> {
  const state = await control.ask(world, "GET", "/state");
  const known = isObject(state) ? state : {};
  const collections = isObject(known["collections"]) ? known["collections"] : {};
  const items = Array.isArray(collections[collection]) ? (collections[collection] as JsonObject[]) : [];
  await control.ask(world, "PUT", "/state", {
    ...known,
    collections: { ...collections, [collection]: change(items) as Json },
  });
}

function asObject(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
