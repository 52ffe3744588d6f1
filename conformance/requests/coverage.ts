import type { WireRequest } from "../model/exchange.ts";
import {
  type Basis,
  type Contract,
  type Json,
  type Operation,
  type Parameter,
  type Router,
  type Schema,
  isJson,
  isPathVariant,
  splitPointer,
  validatorOf,
  writeMediaType,
} from "../../contracts/index.ts";
import { type Boundary, createValues, pairwise } from "../../contracts/generate/index.ts";
import { kept } from "../model/kept.ts";
import { findSchemaBasis, basisOfFault } from "../model/schema-basis.ts";
import { type DoubtfulBoundary, listSignBoundaries, unusualNumbers, unusualTexts, writtenAsText } from "./unusual.ts";
import { type Covering, locatePart } from "./covering.ts";
import { coveringWithout } from "./covering-without.ts";
import { ordered } from "./ordered.ts";
import { type References, withReferences } from "./references.ts";
import type { Known } from "./requests.ts";
import {
  type RequestParts,
  arrivesInvalid,
  arrivesValid,
  bodyArrivesSame,
  isTextMedia,
  toParameterKey,
  requestMedia,
  validExamples,
  writeRequest,
} from "./wire.ts";

/** Deterministic requests that cover the contract of an operation. */
export interface Coverage {
  /** Request with only the required parts. The other requests differ from it in one location. */
  readonly plain: WireRequest;
  /** Items that the bodies refer to. */
  readonly references: References;
  readonly valid: readonly Covering[];
  readonly invalid: readonly Covering[];
  /** Pairwise combinations of query parameter values. */
  readonly combined: readonly WireRequest[];
  /** Requests with a text body: one of each documented type, and an empty one. */
  readonly texts: readonly WireRequest[];
  /** Requests with the documented examples of the body. */
  readonly examples: readonly WireRequest[];
  /** Number of variants sent after conflicts. Each variant has other texts. */
  variants: number;
}

/** Maximum numbers of valid and of invalid requests. Those for constraints that are not covered yet come first. */
const [MOST, MAX_INVALID] = [48, 36];

/** Maximum number of ways to violate one constraint. */
const MAX_BROKEN = 2;

/** Maximum number of combinations. */
const MAX_COMBINATIONS = 12;

/** Maximum number of values per query parameter in combinations. */
const MAX_COMBINED = 3;

/** Boundary of one part, in a request that is plain otherwise. */
interface Edge {
  readonly boundary: DoubtfulBoundary;
  readonly place: string;
  readonly parts: RequestParts;
  readonly schema: Schema;
  readonly inherited: Basis;
}

/** Coverage of an operation. Each list of requests is computed on first use. Undefined if no plain request can be generated. */
export function createCoverage(
  contract: Contract,
  operation: Operation,
  router: Router,
  known: Known,
  references: References = {},
): Coverage | undefined {
  const values = createValues(contract, "request");
  const media = requestMedia(operation);
  const plain = plainParts();
  if (!plain) return undefined;
  const edges = kept(() => [...edgesInParameters(plain), ...edgesInBody(plain)]);
  const requests = {
    valid: kept(() => covering(edges(), true)),
    invalid: kept(() => [...covering(edges(), false), ...coveringWithout(contract, operation, plain)]),
    combined: kept(() => combinations(plain).filter(reaches)),
    examples: kept(() => examples(plain).filter(reaches)),
    texts: kept(() => createTextRequests(plain)),
  };
  return {
    plain: writeRequest(contract, operation, plain),
    references,
    variants: 0,
    get valid() {
      return requests.valid();
    },
    get invalid() {
      return requests.invalid();
    },
    get combined() {
      return requests.combined();
    },
    get examples() {
      return requests.examples();
    },
    get texts() {
      return requests.texts();
    },
  };

  function edgesInBody(base: RequestParts): readonly Edge[] {
    if (!media?.schema || isTextMedia(media.mediaType)) return [];
    const { schema, basis: inherited } = media;
    return listSchemaEdges(schema)
      .filter(arrivesInBody)
      .map((boundary) => ({
        boundary,
        place: "body",
        parts: { ...base, body: referred(boundary) },
        schema,
        inherited,
      }));
  }

  function edgesInParameters(base: RequestParts): readonly Edge[] {
    return operation.parameters.flatMap((parameter) =>
      listSchemaEdges(parameter.schema).flatMap((boundary) => {
        if (!arrives(parameter, boundary)) return [];
        const parameters = { ...base.parameters, [toParameterKey(parameter)]: boundary.value };
        const { schema, basis: inherited } = parameter;
        const place = `${parameter.in} /${parameter.name}`;
        return [{ boundary, place, parts: { ...base, parameters }, schema, inherited }];
      }),
    );
  }

  /** Boundary values and unusual values of a schema. The invalid values that providers most often accept come first. */
  function listSchemaEdges(schema: Schema): readonly DoubtfulBoundary[] {
    const { found } = values.boundaries(schema);
    return [
      ...writtenAsText(contract, schema, found),
      ...found,
      ...unusualTexts(contract, schema, found),
      ...unusualNumbers(contract, schema, found),
      ...listSignBoundaries(contract, schema, found),
    ];
  }

  function plainParts(): RequestParts | undefined {
    const parameters: Record<string, Json> = {};
    for (const parameter of operation.parameters.filter(({ required }) => required)) {
      const value =
        (parameter.in === "path" ? known[parameter.name] : undefined) ??
        validExamples(contract, parameter)[0] ??
        sampled(parameter.schema);
      if (value === undefined || !arrivesValid(contract, parameter, value)) return undefined;
      parameters[toParameterKey(parameter)] = value;
    }
    if (!operation.body?.required || !media) return { parameters };
    const body = isTextMedia(media.mediaType) ? "text" : media.schema && sampled(media.schema);
    if (media.schema && body === undefined) return undefined;
    return { parameters, ...(body !== undefined && { body: withReferences(ordered(body), references, 0) }) };
  }

  /** Body of a boundary, with references to existing items in all properties that the boundary does not test. */
  function referred({ value, pointer, added, omitted, fits }: Boundary): Json {
    const own = new Set([...splitPointer(pointer), added ?? omitted]);
    const others = Object.entries(references).filter(([name]) => !own.has(name));
    const body = pointer === "" || fits ? ordered(value) : value;
    return withReferences(body, Object.fromEntries(others), 0);
  }

  function sampled(schema: Parameter["schema"]): Json | undefined {
    return values.sample(schema, { name: operation.name });
  }

  /** True if a boundary of the body can be sent: a form has neither types nor nulls. */
  function arrivesInBody({ value }: Boundary): boolean {
    return media !== undefined && (isJson(media.mediaType) || bodyArrivesSame(contract, media, value));
  }

  /** True if a value can be sent. A valid path value would address another item or none, so paths get only invalid values. */
  function arrives(parameter: Parameter, { value, fits }: Boundary): boolean {
    if (!fits) return arrivesInvalid(contract, parameter, value);
    return parameter.in !== "path" && arrivesValid(contract, parameter, value);
  }

  function covering(all: readonly Edge[], isValid: boolean): readonly Covering[] {
    const some = all.filter(({ boundary }) => boundary.fits === isValid);
    const seen = new Map<string, number>();
    const first: (() => Covering)[] = [];
    const cases: (() => Covering)[] = [];
    const others: (() => Covering)[] = [];
    for (const { boundary, place, parts, schema, inherited } of some) {
      const { pointer, keyword = "", label, added, omitted, isDoubtful } = boundary;
      const request = writeRequest(contract, operation, parts);
      if (!reaches(request)) continue;
      // A boundary with one optional property tests that property.
      const part = `${pointer}${added === undefined ? "" : `/${added}`}`;
      const where = `${place}${part}`;
      const constraint = `${where} ${keyword}`.trimEnd();
      const name = where.split("/").findLast((token) => token !== "" && !/^\d+$/.test(token)) ?? "";
      // Enum values, unusual texts and required properties are separate cases.
      const isCase = label.startsWith("text ") || (boundary.fits && keyword === "enum") || keyword === "required";
      const times = seen.get(constraint) ?? 0;
      // A second violation of a constraint rarely finds more. Null and zero are the exceptions.
      if (!boundary.fits && !isCase && times > 0 && (times >= MAX_BROKEN || !/^(null|0) |^0$/.test(label))) continue;
      const rank = times === 0 ? first : isCase ? cases : others;
      // The basis is computed only for the requests that are kept.
      rank.push(() => ({
        label: `${constraint}, ${label}`,
        constraint,
        ...(keyword !== "" && {
          sent: {
            ...locatePart(place, part),
            keyword,
            value: label,
            ...(keyword === "required" && omitted !== undefined && { missing: omitted }),
          },
        }),
        basis: boundary.fits
          ? findSchemaBasis(contract, schema, pointer)
          : basisOfFault(contract, schema, inherited, boundary.value),
        place: where,
        name,
        request,
        ...(isDoubtful && { isDoubtful }),
      }));
      seen.set(constraint, times + 1);
    }
    return [...first, ...cases, ...others].slice(0, isValid ? MOST : MAX_INVALID).map((create) => create());
  }

  function combinations(parts: RequestParts): WireRequest[] {
    const optional = operation.parameters.filter(({ in: place, required }) => place === "query" && !required);
    if (optional.length < 2) return [];
    const lists = optional.map((parameter) => [
      undefined,
      ...values
        .boundaries(parameter.schema)
        .found.values()
        .filter((boundary) => boundary.fits && arrivesValid(contract, parameter, boundary.value))
        .take(MAX_COMBINED)
        .map(({ value }) => value),
    ]);
    return pairwise<Json | undefined>(lists)
      .slice(0, MAX_COMBINATIONS)
      .map((row) => {
        const chosen = row.flatMap((value, index) =>
          value === undefined ? [] : [[toParameterKey(optional[index] as Parameter), value]],
        );
        return writeRequest(contract, operation, {
          ...parts,
          parameters: { ...parts.parameters, ...Object.fromEntries(chosen) },
        });
      });
  }

  function examples(parts: RequestParts): WireRequest[] {
    const shown = media && isJson(media.mediaType) ? Object.values(media.examples) : [];
    const fitting = media?.schema
      ? shown.filter((body) => acceptsExample(media.schema as Parameter["schema"], body))
      : [];
    return fitting.map((body) => writeRequest(contract, operation, { ...parts, body }));
  }

  function createTextRequests(parts: RequestParts): WireRequest[] {
    if (!media || !isTextMedia(media.mediaType)) return [];
    const types = operation.body?.content.filter(({ mediaType }) => isTextMedia(mediaType)) ?? [];
    const full = types.map((type) => {
      const request = writeRequest(contract, operation, parts);
      return { ...request, headers: { ...request.headers, "content-type": writeMediaType(type) } };
    });
    return [...full, writeRequest(contract, operation, { ...parts, rawBody: "" })];
  }

  /** True if the schema accepts an example. Lint reports invalid examples. */
  function acceptsExample({ pointer }: Parameter["schema"], body: Json): boolean {
    return validatorOf(contract, pointer, "request")(body).length === 0;
  }

  function reaches(request: WireRequest): boolean {
    const match = router.match(request.method, request.path, request.headers);
    if (!match || !("operation" in match)) return false;
    return match.operation === operation || isPathVariant(operation, match.operation);
  }
}
