import { verify } from "../../../contracts/signatures/index.ts";
import { derivePublicKey, deriveSecret } from "../../../mock/deliveries/signing-keys.ts";
import {
  type Deliveries,
  type PostgresDeliveries,
  createDeliveries,
  createSharedDeliveries,
} from "../../../mock/deliveries/index.ts";
import type { Delivery, DeliveryQuery } from "../../../mock/index.ts";
import { createReplicas } from "../../../mock/postgres/replicas.ts";
import { type Clock, type FaultSetting, createClock } from "../../../mock/index.ts";
import { WEBHOOK_COLLECTION } from "../../../mock/deliveries/webhooks.ts";
import type { Outgoing, Sender } from "../../../mock/deliveries/send.ts";
import { type FaultController, createFaultController } from "../../../mock/faults/index.ts";
import { newStore, noon } from "./ask.ts";

export const webhooks = ["wh_1", "wh_2"];

const organization = "acme";

/** A delivery that an endpoint received. */
export interface ReceivedDelivery {
  readonly webhook: string;
  readonly message: string;
  readonly timestamp: number;
  readonly body: string;
  /** True if its signatures are valid. */
  readonly isGenuine: boolean;
  readonly status: number;
}

export interface HarnessSettings {
  readonly settings: readonly FaultSetting[];
  /** Responses of the endpoints in order, then 204. */
  readonly statuses?: readonly number[];
  /** Response to the first delivery of a webhook. Which webhook is sent to first is open in PostgreSQL. */
  readonly firstStatuses?: Readonly<Record<string, number>>;
  readonly seed?: string;
  readonly source?: () => number;
  /** Clock of the organization, if several harnesses share it. Default: one with the source. */
  readonly clock?: Clock;
  /** Maximum number of finished deliveries in the log. */
  readonly limit?: number;
  readonly planted?: PlantedFaults;
}

/** Planted faults, to check that a law fails. */
export interface PlantedFaults {
  readonly deliveries?: (deliveries: Deliveries) => Deliveries;
  readonly send?: (sender: Sender) => Sender;
  readonly controller?: (controller: FaultController) => Pick<FaultController, "deliveries">;
}

export type DeliveryHarness = ReturnType<typeof createDeliveryHarness>;

/** Creates deliveries of an organization with two webhooks, and records what their endpoints receive. */
export function createDeliveryHarness({
  settings,
  statuses = [],
  firstStatuses = {},
  seed = "one",
  source = () => noon,
  clock = createClock(source),
  limit = 1000,
  planted = {},
}: HarnessSettings) {
  const store = newStore();
  const added = Promise.all(
    webhooks.map((id) => {
      const value = { id, url: `http://localhost/${id}`, event_types: ["a.b"] };
      return store.change({ organization, collection: WEBHOOK_COLLECTION, id }, () => ({ value }));
    }),
  );
  // Tests without deliveries do not wait for them.
  added.catch(() => undefined);
  const arrived: ReceivedDelivery[] = [];
  const sender: Sender = {
    async send(outgoing) {
      await gate.passed();
      const received = readDelivery(outgoing, seed);
      const isFirst = !arrived.some(({ webhook }) => webhook === received.webhook);
      const status = (isFirst ? firstStatuses[received.webhook] : undefined) ?? statuses[arrived.length] ?? 204;
      arrived.push({ ...received, status });
      return { status, text: "" };
    },
    close: async () => {},
  };
  const gate = createGate(store.database !== undefined);
  const controller = createFaultController({ organization, clock, seed, enums: "open", routes: [] }, settings);
  const faults = planted.controller?.(controller) ?? controller;
  const sends = planted.send?.(sender) ?? sender;
  const own = { organization, clock, seed, store, sender: sends, faults, limit, pendingLimit: Infinity };
  const { database } = store;
  const made: Deliveries = database
    ? createSharedDeliveries({
        database,
        replicas: createReplicas(database),
        deliveriesOf: () => made as PostgresDeliveries,
      }).of(own)
    : createDeliveries(own);
  const all = planted.deliveries?.(made) ?? made;
  const deliveries: Deliveries = {
    ...all,
    // Attempts wait until the test waits for them, as those in this process do.
    async settled(options) {
      gate.open();
      await all.settled(options).finally(gate.close);
    },
  };
  return {
    clock,
    store,
    arrived,
    deliveries,
    /** Publishes an event with this number to each webhook, and returns the ids of the deliveries. */
    async deliver(number: number): Promise<readonly string[]> {
      await added;
      const time = new Date(clock.now()).toISOString();
      return deliveries.deliver({ name: "a.b", time, payload: { number } }, webhooks);
    },
    async list(query?: DeliveryQuery): Promise<readonly Delivery[]> {
      return (await deliveries.complete()).list(query);
    },
    /** Numbers of the events that a webhook received, in order; forged ones with "!". */
    receivedBy: (webhook: string): string =>
      arrived
        .filter((each) => each.webhook === webhook)
        .map(({ body, isGenuine }) => {
          const { payload } = JSON.parse(body) as { payload: { number: number } };
          return `${payload.number}${isGenuine ? "" : "!"}`;
        })
        .join(" "),
    /** Advances the clock, and runs all due deliveries. */
    async passTime(milliseconds: number): Promise<void> {
      clock.advance(milliseconds);
      await deliveries.settled();
    },
  };
}

function readDelivery({ url, headers, body: bytes }: Outgoing, seed: string): Omit<ReceivedDelivery, "status"> {
  const webhook = url.split("/").at(-1) as string;
  const timestamp = Number(headers["webhook-timestamp"]);
  const keys = { secret: deriveSecret(seed, organization, webhook), publicKey: derivePublicKey(seed, organization) };
  const body = Buffer.from(bytes);
  const { ok: isGenuine } = verify({ headers, body, ...keys, now: timestamp * 1000 });
  return { webhook, message: headers["webhook-id"] as string, timestamp, body: String(body), isGenuine };
}

/** Holds attempts back. A gate that is not shut is always open. */
function createGate(isShut: boolean) {
  let opening = Promise.withResolvers<void>();
  if (!isShut) opening.resolve();
  return {
    passed: () => opening.promise,
    open: () => opening.resolve(),
    close() {
      if (isShut) opening = Promise.withResolvers<void>();
    },
  };
}
