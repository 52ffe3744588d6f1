import {
  type Contract,
  type Json,
  type Operation,
  type Pairs,
  type Parameter,
  type ParameterReader,
  type Router,
  createParameterReader,
  decodeSegment,
  isJson,
  listSchemaPlaces,
  readForm,
  readQuery,
  findResponse,
  isObject,
  joinPointer,
  targetPointer,
  valueAt,
} from "../../contracts/index.ts";
import { type ExchangeRecord, type OperationExchange, type WireRequest, jsonIn } from "../model/exchange.ts";
import { getContentType } from "../model/response-media.ts";
import { toParameterKey, requestMedia } from "../requests/wire.ts";
import { type Coverage, type OperationCoverage, coverageOfAll } from "./coverage.ts";

/** An enum that a request can contain. */
interface ListedEnum {
  /** JSON pointer into `Contract.document`. */
  readonly pointer: string;
  /** First place of the enum in a request value, such as "/state" or "/items/*". Empty for the whole value. */
  readonly place: string;
  readonly values: readonly Json[];
}

/** Keywords whose subschemas apply to the same value, and keywords that apply to its items or members. */
const sameValueKeywords = ["allOf", "anyOf", "oneOf"];
const innerValueKeywords = ["items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems"];

/** Enums below a schema whose values a consumer can send, each once. readOnly members are left out. */
function enumsBelow(contract: Contract, pointer: string): readonly ListedEnum[] {
  const recordExercise = new Set<string>();
  const found: ListedEnum[] = [];
  visitSentSchema(pointer, "");
  return found;

  function visitSentSchema(at: string, place: string): void {
    const schema = recordExercise.has(at) ? undefined : valueAt(contract.document, at);
    recordExercise.add(at);
    if (!isObject(schema) || schema["readOnly"] === true) return;
    if (Array.isArray(schema["enum"])) found.push({ pointer: at, place, values: schema["enum"] as readonly Json[] });
    if (typeof schema["$ref"] === "string") visitSentSchema(targetPointer(schema["$ref"]), place);
    for (const keyword of sameValueKeywords) visitNamedMembers(keyword, () => place);
    for (const keyword of ["then", "else"]) visitSentSchema(joinPointer(at, keyword), place);
    visitNamedMembers("dependentSchemas", () => place);
    visitNamedMembers("properties", (name) => joinPointer(place, name));
    visitNamedMembers("patternProperties", () => `${place}/*`);
    visitNamedMembers("prefixItems", (index) => joinPointer(place, index));
    for (const keyword of innerValueKeywords) visitSentSchema(joinPointer(at, keyword), `${place}/*`);

    function visitNamedMembers(keyword: string, placeOf: (name: string) => string): void {
      const members = isObject(schema) ? schema[keyword] : undefined;
      if (typeof members !== "object" || members === null) return;
      for (const name of Object.keys(members)) visitSentSchema(joinPointer(at, keyword, name), placeOf(name));
    }
  }
}

/** Counts what a run exercised. Its size depends on the contracts, not on the number of requests. */
export interface ExerciseLog {
  record(record: ExercisedExchange): void;
  /** Records the number of requests that a property sent when it tried an operation. */
  tried(operation: Operation, property: string, requests: number): void;
  /** Records a check or property that judged an exchange. */
  judged(record: OperationExchange, by: string): void;
  coverageOf(operations: readonly { readonly contract: Contract; readonly operation: Operation }[]): Coverage;
}

type ExercisedExchange = OperationExchange & Pick<ExchangeRecord, "property">;

/** A parameter or body, and the enums in it. */
interface Part {
  readonly name: string;
  readonly pointer: string;
  readonly enums: readonly ListedEnum[];
  /** Value in a request. Undefined if the request does not have it. */
  read(request: WireRequest): Json | undefined;
}

interface Kept {
  requests: number;
  readonly statuses: Map<string, number>;
  /** Number of exchanges that each check or property judged, by status. */
  readonly judged: Map<string, Map<string, number>>;
  readonly parts: readonly Part[];
  readonly sentParts: Map<string, number>;
  /** Sent values of each enum as JSON, by the pointer of the enum. */
  readonly sentValues: Map<string, Set<string>>;
}

export function createExerciseLog(router: Router): ExerciseLog {
  const kept = new Map<Operation, Kept>();
  const triedBy = new Map<Operation, Map<string, number>>();
  return { record, tried, judged: recordJudged, coverageOf: computeCoverage };

  function record(exercised: ExercisedExchange): void {
    const { exchange, operation, contract, property } = exercised;
    const { request, response } = exchange;
    if (request.method !== operation.method) return;
    const operationLog = getKeptRecord(operation, contract);
    operationLog.requests++;
    const status = shownStatus(response.status, operation);
    increase(operationLog.statuses, status);
    for (const part of operationLog.parts) {
      const value = part.read(request);
      if (value === undefined) continue;
      increase(operationLog.sentParts, part.name);
      if (part.enums.some(({ pointer, values }) => (operationLog.sentValues.get(pointer)?.size ?? 0) < values.length))
        noteValues(part, value, operationLog, contract);
    }
    if (property !== undefined) recordJudged(exercised, property);
  }

  function tried(operation: Operation, property: string, requests: number): void {
    const counts = triedBy.get(operation) ?? new Map<string, number>();
    triedBy.set(operation, counts);
    increase(counts, property, requests);
  }

  function recordJudged({ exchange: { request, response }, operation }: OperationExchange, by: string): void {
    const operationLog = kept.get(operation);
    if (!operationLog || request.method !== operation.method) return;
    const counts = operationLog.judged.get(by) ?? new Map<string, number>();
    operationLog.judged.set(by, counts);
    increase(counts, shownStatus(response.status, operation));
  }

  function getKeptRecord(operation: Operation, contract: Contract): Kept {
    const known = kept.get(operation);
    if (known) return known;
    const made: Kept = {
      requests: 0,
      statuses: new Map(),
      judged: new Map(),
      parts: createSentParts(operation, contract, router),
      sentParts: new Map(),
      sentValues: new Map(),
    };
    kept.set(operation, made);
    return made;
  }

  function computeCoverage(operations: Parameters<ExerciseLog["coverageOf"]>[0]): Coverage {
    return coverageOfAll(
      operations.map(({ operation, contract }) =>
        shownCoverage(operation, getKeptRecord(operation, contract), triedBy.get(operation) ?? new Map()),
      ),
    );
  }
}

/** The documented form of a status, such as "4XX". An undocumented status keeps its number. */
function shownStatus(status: number, operation: Operation): string {
  return findResponse(operation, status)?.status ?? String(status);
}

function noteValues({ pointer, enums }: Part, value: Json, { sentValues }: Kept, contract: Contract): void {
  const enumValues = new Map(enums.map((each) => [each.pointer, each.values]));
  for (const place of listSchemaPlaces(contract, pointer, value, "request"))
    for (const part of place.parts) {
      if (!enumValues.get(part.pointer)?.includes(place.value)) continue;
      const sent = sentValues.get(part.pointer) ?? new Set<string>();
      sentValues.set(part.pointer, sent.add(JSON.stringify(place.value)));
    }
}

function shownCoverage(operation: Operation, own: Kept, properties: ReadonlyMap<string, number>): OperationCoverage {
  const documented = operation.responses.map(({ status }) => status);
  const undocumented = [...own.statuses.keys()].filter((status) => !documented.includes(status)).toSorted();
  return {
    api: operation.api,
    operation: operation.name,
    basis: operation.basis,
    requests: own.requests,
    statuses: [...documented, ...undocumented].map((status) => ({
      status,
      isDocumented: documented.includes(status),
      count: own.statuses.get(status) ?? 0,
    })),
    properties: Object.fromEntries(properties),
    judged: Object.fromEntries([...own.judged].map(([by, counts]) => [by, Object.fromEntries(counts)])),
    parameters: own.parts
      .filter(({ name }) => name !== "body")
      .map(({ name }) => ({ name, requests: own.sentParts.get(name) ?? 0 })),
    enums: own.parts.flatMap(({ name, enums }) =>
      // Alternatives may list different values of one place.
      [...Map.groupBy(enums, ({ place }) => place)].map(([place, members]) => ({
        name: `${name} ${place}`.trimEnd(),
        values: dropDuplicates(members.flatMap(({ values }) => values)),
        sent: dropDuplicates(
          members.flatMap(({ pointer, values }) =>
            values.filter((value) => own.sentValues.get(pointer)?.has(JSON.stringify(value))),
          ),
        ),
      })),
    ),
  };
}

function createSentParts(operation: Operation, contract: Contract, router: Router): readonly Part[] {
  const parts = operation.parameters.map((parameter): Part => {
    const reader = createParameterReader(contract, parameter);
    const { pointer } = parameter.schema;
    const readSentPart = (request: WireRequest): Json | undefined =>
      readSentParameter(request, parameter, { reader, router, operation });
    return { name: toParameterKey(parameter), pointer, enums: enumsBelow(contract, pointer), read: readSentPart };
  });
  const { schema, encodings } = requestMedia(operation) ?? {};
  if (!schema) return parts;
  const readSentPart = (request: WireRequest): Json | undefined => {
    if (request.body === undefined) return undefined;
    const type = getContentType(request);
    if (isJson(type)) return jsonIn(request);
    if (type === "application/x-www-form-urlencoded") return readForm(contract, schema.value, request.body, encodings);
    return undefined;
  };
  return [
    ...parts,
    { name: "body", pointer: schema.pointer, enums: enumsBelow(contract, schema.pointer), read: readSentPart },
  ];
}

function dropDuplicates(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

interface ParameterContext {
  readonly reader: ParameterReader;
  readonly router: Router;
  readonly operation: Operation;
}

function readSentParameter(
  request: WireRequest,
  { in: place, name }: Parameter,
  context: ParameterContext,
): Json | undefined {
  const { reader, router, operation } = context;
  const [, query = ""] = request.path.split("?");
  if (place === "query") return reader.fromPairs(readQuery(query) as Pairs);
  const text =
    place === "header"
      ? request.headers[name.toLowerCase()]
      : place === "cookie"
        ? findCookie(request.headers["cookie"] ?? "", name)
        : segment();
  if (text === undefined) return undefined;
  return reader.fromText(text);

  function segment(): string | undefined {
    const match = router.match(request.method, request.path, request.headers);
    if (!match || !("operation" in match) || match.operation !== operation) return undefined;
    return decodeSegment(match.parameters[name] ?? "");
  }
}

function findCookie(header: string, name: string): string | undefined {
  const pair = header.split("; ").find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

function increase<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
