import { STATUS_CODES } from "node:http";
import {
  type Contract,
  type Json,
  type JsonType,
  assumedValuesMark,
  joinPointer,
  splitPointer,
  valueAt,
} from "../../contracts/index.ts";
import { seededHex } from "../../contracts/generate/index.ts";
import type { OperationExchange } from "../model/exchange.ts";
import { type Sighting, findSightings } from "./sightings.ts";
import type { SentFieldLog } from "./sent-field-log.ts";

/** An action of an OpenAPI Overlay 1.0. */
export interface OverlayAction {
  /** JSONPath (RFC 9535) into the document that `concord contracts bundle` writes. */
  readonly target: string;
  readonly update: Json;
}

/** A value, field or status that the target returns and its contract does not list. It is no violation. */
export interface Drift {
  /** Id that is stable between runs. */
  readonly id: string;
  readonly kind: Sighting["kind"];
  readonly api: string;
  /** Names of all operations that returned it. */
  readonly operations: readonly string[];
  /** JSON pointer into the body or the header without indexes. Empty for a status. */
  readonly place: string;
  readonly message: string;
  /** Number of sightings. */
  readonly count: number;
  /** First request whose response had it, and the status of that response. */
  readonly example: string;
  /** Overlay actions that add it to the contract. */
  readonly overlay: readonly OverlayAction[];
}

/** Drift seen so far. */
export interface DriftLog {
  record(record: OperationExchange): void;
  drift(): readonly Drift[];
  /** Number of sightings omitted because their place had too many different ones. */
  omitted(): number;
}

/** Maximum number of different sightings per place. A place with more has no fixed list of values or fields. */
const MAX_PER_PLACE = 20;

interface Kept {
  readonly contract: Contract;
  readonly sighting: Sighting;
  readonly operations: Set<string>;
  readonly types: Set<JsonType>;
  readonly example: string;
  count: number;
}

/**
 * Collects each drift once. Sightings that contain a secret are dropped, and so are fields that Concord's own requests
 * had sent.
 */
export function createDriftLog(mask: (text: string) => string, brought?: SentFieldLog): DriftLog {
  const kept = new Map<string, Kept>();
  const places = new Map<string, number>();
  let omitted = 0;
  return { record, drift: () => [...kept].map(([key, each]) => createDrift(key, each)), omitted: () => omitted };

  function record({ exchange, operation, contract }: OperationExchange): void {
    brought?.recordRequest(exchange.request, contract);
    for (const sighting of findSightings(exchange, contract, operation)) {
      const place = `${contract.api} ${sighting.kind} ${sighting.owners.join(" ")}`;
      const text = JSON.stringify(sighting.seen);
      if (mask(text) !== text) continue;
      const key = `${place} ${text}`;
      const known = kept.get(key);
      // A field that the target returned before any request contained it is its own.
      if (!known && sighting.kind === "field" && brought?.has(String(sighting.seen))) continue;
      const count = places.get(place) ?? 0;
      if (!known && count >= MAX_PER_PLACE) {
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

function createDrift(key: string, { contract, sighting, operations, types, example, count }: Kept): Drift {
  const { kind, place } = sighting;
  return {
    id: seededHex(key, 12),
    kind,
    api: contract.api,
    operations: [...operations],
    place,
    message: describeSighting(sighting),
    count,
    example,
    overlay: buildOverlayActions(sighting, contract, types),
  };
}

/** Overlay actions that add a sighting to a contract. */
export function buildOverlayActions(
  sighting: Sighting,
  contract: Contract,
  types: ReadonlySet<JsonType> = new Set(),
): readonly OverlayAction[] {
  const update = buildUpdate(sighting, types, hasMarkers(contract));
  return sighting.owners.map((owner) => ({ target: toJsonPath(contract.document, owner), update }));
}

export function describeSighting({ kind, place, status, seen, header }: Sighting): string {
  if (kind === "status") return `Status ${status} is not documented, although requests of this kind usually get it`;
  if (kind === "field")
    return `The ${header === undefined ? "body" : `header "${header}"`} of status ${status} has the field "${place}", which the contract does not name`;
  const text = JSON.stringify(seen);
  const shown = text.length > 80 ? `${text.slice(0, 77)}…` : text;
  if (header !== undefined)
    return `The header "${header}" of status ${status} has ${shown}, which the enum does not list`;
  return `The body of status ${status} has at "${place}" ${shown}, which the enum does not list`;
}

/** The update of an overlay action. In a document with markers it is marked as assumed, because no specification states it. */
function buildUpdate({ kind, status, seen }: Sighting, types: ReadonlySet<JsonType>, isMarked: boolean): Json {
  const marker = isMarked ? { "x-assumed": "Seen on a deployment" } : {};
  if (kind === "enum-value") return { enum: [seen], ...(isMarked && { [assumedValuesMark]: [seen] }) };
  // The field is readOnly, because the schema may also be used in requests and the field may be refused there.
  if (kind === "field") return { properties: { [String(seen)]: { ...typeKeyword(types), readOnly: true, ...marker } } };
  return { responses: { [status]: { description: STATUS_CODES[status] ?? `Status ${status}`, ...marker } } };
}

/** The type of a field: integers count as numbers, and null alone gives no type. */
function typeKeyword(seen: ReadonlySet<JsonType>): { readonly type?: Json } {
  const types = [...new Set([...seen].map((type) => (type === "integer" ? "number" : type)))].toSorted();
  if (types.every((type) => type === "null")) return {};
  return { type: types.length === 1 ? (types[0] as string) : types };
}

function hasMarkers({ operations }: Contract): boolean {
  return operations.some(({ section, basis }) => section !== undefined || basis === "assumed");
}

/** The normalized JSONPath (RFC 9535, 2.7) of a JSON pointer, with the dot notation for plain names. */
function toJsonPath(document: Json, pointer: string): string {
  let [node, path]: [Json | undefined, string] = [document, "$"];
  for (const token of splitPointer(pointer)) {
    if (Array.isArray(node)) path += `[${token}]`;
    else if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(token)) path += `.${token}`;
    else path += `['${[...token].map(escapePathCharacter).join("")}']`;
    node = valueAt(node ?? null, joinPointer("", token));
  }
  return path;
}

function escapePathCharacter(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  const code = character.codePointAt(0) as number;
  if (code < 0x20) return `\\u${code.toString(16).padStart(4, "0")}`;
  return character;
}
