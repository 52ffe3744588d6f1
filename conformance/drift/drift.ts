import { STATUS_CODES } from "node:http";
import { type Contract, type Json, type JsonType, type Operation, assumedValuesMark } from "../../contracts/index.ts";
import { seededHex } from "../../contracts/generate/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Sighting, beyond } from "./beyond.ts";
import type { Brought } from "./brought.ts";
import { jsonPathOf } from "./json-path.ts";

/** An action of an OpenAPI Overlay 1.0. */
export interface OverlayAction {
  /** A JSONPath (RFC 9535) into the document as `concord contracts bundle` writes it. */
  readonly target: string;
  readonly update: Json;
}

/** Something that the target shows and its contract does not list; no fault (§9.2, §9.6). */
export interface Drift {
  /** Stays the same from run to run. */
  readonly id: string;
  readonly kind: Sighting["kind"];
  readonly api: string;
  /** All that showed it. */
  readonly operations: readonly string[];
  /** Where in the body, indices of lists left out; empty for a status. */
  readonly place: string;
  readonly message: string;
  /** How often it was seen. */
  readonly count: number;
  /** The first request that showed it, and the status of its answer. */
  readonly example: string;
  /** What makes the contract list it. */
  readonly overlay: readonly OverlayAction[];
}

/** What was seen beyond the contracts so far. */
export interface DriftLog {
  /** Is told of every exchange. */
  seen(exchange: Exchange, operation: Operation, contract: Contract): void;
  drift(): readonly Drift[];
  /** How many sightings were left out, because a place had shown too many different ones. */
  omitted(): number;
}

/** A place that shows more has no list of values or fields. */
const MOST_OF_A_PLACE = 20;

interface Kept {
  readonly contract: Contract;
  readonly sighting: Sighting;
  readonly operations: Set<string>;
  readonly types: Set<JsonType>;
  readonly example: string;
  count: number;
}

/**
 * Keeps what is beyond the contracts, each once, however many requests there are. What holds a secret is not kept, nor,
 * where the requests are Concord's own, what they have brought.
 */
export function createDriftLog(mask: (text: string) => string, brought?: Brought): DriftLog {
  const kept = new Map<string, Kept>();
  const places = new Map<string, number>();
  let omitted = 0;
  return { seen, drift: () => [...kept].map(([key, each]) => driftOf(key, each)), omitted: () => omitted };

  function seen(exchange: Exchange, operation: Operation, contract: Contract): void {
    brought?.sent(exchange.request, contract);
    for (const sighting of beyond(exchange, contract, operation)) {
      const place = `${contract.api} ${sighting.kind} ${sighting.owners.join(" ")}`;
      const text = JSON.stringify(sighting.seen);
      if (mask(text) !== text) continue;
      const key = `${place} ${text}`;
      const known = kept.get(key);
      // What the target had shown before is its own.
      if (!known && sighting.kind === "field" && brought?.has(String(sighting.seen))) continue;
      const count = places.get(place) ?? 0;
      if (!known && count >= MOST_OF_A_PLACE) {
        omitted++;
        continue;
      }
      if (!known) places.set(place, count + 1);
      const { request, response } = exchange;
      const entry = known ?? {
        contract,
        sighting,
        operations: new Set(),
        types: new Set(),
        example: mask(`${request.method} ${request.path} -> ${response.status}`),
        count: 0,
      };
      entry.count++;
      entry.operations.add(operation.name);
      if (sighting.type) entry.types.add(sighting.type);
      kept.set(key, entry);
    }
  }
}

function driftOf(key: string, { contract, sighting, operations, types, example, count }: Kept): Drift {
  const { kind, place } = sighting;
  return {
    id: seededHex(key, 12),
    kind,
    api: contract.api,
    operations: [...operations],
    place,
    message: messageOf(sighting),
    count,
    example,
    overlay: overlayOf(sighting, contract, types),
  };
}

/** What makes a contract list something. */
export function overlayOf(
  sighting: Sighting,
  contract: Contract,
  types: ReadonlySet<JsonType> = new Set(),
): readonly OverlayAction[] {
  const update = updateOf(sighting, types, hasMarkers(contract));
  return sighting.owners.map((owner) => ({ target: jsonPathOf(contract.document, owner), update }));
}

export function messageOf({ kind, place, status, seen }: Sighting): string {
  if (kind === "status") return `Status ${status} is not documented, though it was to be expected`;
  if (kind === "field")
    return `The body of status ${status} has the field "${place}", which the contract does not name`;
  const text = JSON.stringify(seen);
  const shown = text.length > 80 ? `${text.slice(0, 77)}…` : text;
  return `The body of status ${status} has at "${place}" ${shown}, which the enum does not list`;
}

/** What was seen is not what a specification states: in a document that tells the two apart it says so. */
function updateOf({ kind, status, seen }: Sighting, types: ReadonlySet<JsonType>, isMarked: boolean): Json {
  const marker = isMarked ? { "x-assumed": "Seen on a deployment" } : {};
  if (kind === "enum-value") return { enum: [seen], ...(isMarked && { [assumedValuesMark]: [seen] }) };
  // Nobody knows whether it may be sent, and the schema may be one of requests, too.
  if (kind === "field") return { properties: { [String(seen)]: { ...typed(types), readOnly: true, ...marker } } };
  return { responses: { [status]: { description: STATUS_CODES[status] ?? `Status ${status}`, ...marker } } };
}

/** As wide as what was seen lets one think: whole numbers are numbers, and of null alone nothing is known. */
function typed(seen: ReadonlySet<JsonType>): { readonly type?: Json } {
  const types = [...new Set([...seen].map((type) => (type === "integer" ? "number" : type)))].toSorted();
  if (types.every((type) => type === "null")) return {};
  return { type: types.length === 1 ? (types[0] as string) : types };
}

function hasMarkers({ operations }: Contract): boolean {
  return operations.some(({ section, basis }) => section !== undefined || basis === "assumed");
}
