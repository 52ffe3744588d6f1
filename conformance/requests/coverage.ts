import {
  type Contract,
  type Json,
  type Operation,
  type Parameter,
  type Router,
  type Schema,
  isJson,
  validatorOf,
} from "../../contracts/index.ts";
import { type Boundary, createValues, pairwise } from "../../contracts/values/index.ts";
import type { WireRequest } from "../exchange.ts";
import { type Doubtful, misreadTexts, unusualTexts, writtenAsText } from "./unusual.ts";
import type { Known } from "./requests.ts";
import { type RequestParts, arrivesInvalid, arrivesValid, isText, keyOf, requestMedia, writeRequest } from "./wire.ts";

/** A request, and in what it differs from the plain one: 'query /limit, above the greatest (maximum)'. */
export interface Covering {
  readonly label: string;
  /** Where it differs: "query /limit". */
  readonly place: string;
  /** What the place is called: "limit". */
  readonly name: string;
  /** Set where nothing is claimed if it is refused. */
  readonly isDoubtful?: true;
  readonly request: WireRequest;
}

/** Requests of an operation that cover its contract, without chance. */
export interface Coverage {
  /** With what is needed alone; the others differ from it in one place. */
  readonly plain: WireRequest;
  readonly valid: readonly Covering[];
  readonly invalid: readonly Covering[];
  /** Each two values of two query parameters together. */
  readonly combined: readonly WireRequest[];
  /** Bodies that are texts: of each type that is documented, and with nothing in them. */
  readonly texts: readonly WireRequest[];
  /** What the document shows: each example of a body. */
  readonly examples: readonly WireRequest[];
}

/** So many requests of a kind at most: those that break a constraint that no earlier one breaks come first. */
const MOST = 60;

/** So many values of a query parameter are combined with those of others. */
const MOST_COMBINED = 3;

/** Nothing where no plain request can be made. */
export function coverageOf(
  contract: Contract,
  operation: Operation,
  router: Router,
  known: Known,
): Coverage | undefined {
  const values = createValues(contract, "request");
  const media = requestMedia(operation);
  const plain = plainParts();
  if (!plain) return undefined;
  const bodies = media?.schema && isJson(media.mediaType) ? edgesOf(media.schema) : [];
  const inBody = bodies.map((boundary) => ({ boundary, place: "body", parts: { ...plain, body: boundary.value } }));
  const inParameters = operation.parameters.flatMap((parameter) =>
    edgesOf(parameter.schema).flatMap((boundary) => {
      if (!arrives(parameter, boundary)) return [];
      const parameters = { ...plain.parameters, [keyOf(parameter)]: boundary.value };
      return [{ boundary, place: `${parameter.in} /${parameter.name}`, parts: { ...plain, parameters } }];
    }),
  );
  const all = [...inParameters, ...inBody];
  return {
    plain: writeRequest(operation, plain),
    valid: covering(all.filter(({ boundary }) => boundary.fits)),
    invalid: [...covering(all.filter(({ boundary }) => !boundary.fits)), ...missing(plain)],
    combined: combinations(plain).filter(reaches),
    examples: examples(plain).filter(reaches),
    texts: texts(plain),
  };

  /** Those right beyond an edge first by what is taken for right most often. */
  function edgesOf(schema: Schema): readonly Doubtful[] {
    const { found } = values.boundaries(schema);
    return [
      ...writtenAsText(contract, schema, found),
      ...found,
      ...unusualTexts(contract, schema, found),
      ...misreadTexts(contract, schema, found),
    ];
  }

  function plainParts(): RequestParts | undefined {
    const parameters: Record<string, Json> = {};
    for (const parameter of operation.parameters.filter(({ required }) => required)) {
      const value = (parameter.in === "path" ? known[parameter.name] : undefined) ?? sampled(parameter.schema);
      if (value === undefined || !arrivesValid(contract, parameter, value)) return undefined;
      parameters[keyOf(parameter)] = value;
    }
    if (!operation.body?.required || !media) return { parameters };
    const body = isText(media.mediaType) ? "text" : media.schema && sampled(media.schema);
    if (media.schema && body === undefined) return undefined;
    return { parameters, ...(body !== undefined && { body }) };
  }

  function sampled(schema: Parameter["schema"]): Json | undefined {
    return values.sample(schema, { name: operation.name });
  }

  /** Other values of a path lead to another item, or to none: only those that no item can have are sent. */
  function arrives(parameter: Parameter, { value, fits }: Boundary): boolean {
    if (!fits) return arrivesInvalid(contract, parameter, value);
    return parameter.in !== "path" && arrivesValid(contract, parameter, value);
  }

  function covering(some: readonly { boundary: Doubtful; place: string; parts: RequestParts }[]): readonly Covering[] {
    const seen = new Set<string>();
    const first: Covering[] = [];
    const cases: Covering[] = [];
    const others: Covering[] = [];
    for (const { boundary, place, parts } of some) {
      const { pointer, keyword = "", label, isDoubtful } = boundary;
      const request = writeRequest(operation, parts);
      if (!reaches(request)) continue;
      // What an object has a member with is about that member.
      const [, member] = /^with "(.*)"$/s.exec(label) ?? [];
      const where = `${place}${pointer}${member === undefined ? "" : `/${member}`}`;
      const constraint = `${where} ${keyword}`.trimEnd();
      const name = where.split("/").findLast((token) => token !== "" && !/^\d+$/.test(token)) ?? "";
      // Each listed value, and each unusual text, is a case of its own.
      const isCase = label.startsWith("text ") || (boundary.fits && keyword === "enum");
      const rank = !seen.has(constraint) ? first : isCase ? cases : others;
      rank.push({
        label: `${constraint}, ${label}`,
        place: where,
        name,
        request,
        ...(isDoubtful && { isDoubtful }),
      });
      seen.add(constraint);
    }
    return [...first, ...cases, ...others].slice(0, MOST);
  }

  function missing(parts: RequestParts): readonly Covering[] {
    const parameters = operation.parameters
      .filter(({ in: place, required }) => required && (place === "query" || place === "header"))
      .map((parameter) => {
        const { [keyOf(parameter)]: _, ...others } = parts.parameters;
        const request = writeRequest(operation, { ...parts, parameters: others });
        return {
          label: `${parameter.in} /${parameter.name} required`,
          place: `${parameter.in} /${parameter.name}`,
          name: parameter.name,
          request,
        };
      });
    if (!media || !isJson(media.mediaType)) return parameters;
    const { body: _, ...without } = parts;
    const malformed = {
      label: "body malformed JSON",
      place: "body",
      name: "",
      request: writeRequest(operation, { ...without, rawBody: '{"a":' }),
    };
    const none = { label: "body required", place: "body", name: "", request: writeRequest(operation, without) };
    return [...parameters, malformed, ...(operation.body?.required ? [none] : [])];
  }

  function combinations(parts: RequestParts): WireRequest[] {
    const optional = operation.parameters.filter(({ in: place, required }) => place === "query" && !required);
    if (optional.length < 2) return [];
    const lists = optional.map((parameter) => [
      undefined,
      ...values
        .boundaries(parameter.schema)
        .found.filter((boundary) => boundary.fits && arrivesValid(contract, parameter, boundary.value))
        .slice(0, MOST_COMBINED)
        .map(({ value }) => value),
    ]);
    return pairwise<Json | undefined>(lists)
      .slice(0, MOST)
      .map((row) => {
        const chosen = row.flatMap((value, index) =>
          value === undefined ? [] : [[keyOf(optional[index] as Parameter), value]],
        );
        return writeRequest(operation, {
          ...parts,
          parameters: { ...parts.parameters, ...Object.fromEntries(chosen) },
        });
      });
  }

  function examples(parts: RequestParts): WireRequest[] {
    const shown = media && isJson(media.mediaType) ? Object.values(media.examples) : [];
    const fitting = media?.schema ? shown.filter((body) => accepts(media.schema as Parameter["schema"], body)) : [];
    return fitting.map((body) => writeRequest(operation, { ...parts, body }));
  }

  function texts(parts: RequestParts): WireRequest[] {
    if (!media || !isText(media.mediaType)) return [];
    const types = operation.body?.content.filter(({ mediaType }) => isText(mediaType)) ?? [];
    const full = types.map(({ mediaType }) => {
      const request = writeRequest(operation, parts);
      return { ...request, headers: { ...request.headers, "content-type": mediaType } };
    });
    return [...full, writeRequest(operation, { ...parts, rawBody: "" })];
  }

  /** Examples that do not fit are a matter of lint. */
  function accepts({ pointer }: Parameter["schema"], body: Json): boolean {
    return validatorOf(contract, pointer, "request")(body).length === 0;
  }

  function reaches(request: WireRequest): boolean {
    const match = router.match(request.method, request.path.split("?", 1)[0] as string);
    return match !== undefined && "operation" in match && match.operation === operation;
  }
}
