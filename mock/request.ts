import {
  type Body,
  type Contract,
  type Json,
  type MediaType,
  type Operation,
  type Pairs,
  type Parameter,
  type Validate,
  createParameterReader,
  decodeSegment,
  isJson,
  readForm,
  validatorOf,
} from "../contracts/index.ts";
import { cookieIn } from "./cookie.ts";
import type { MockRequest } from "./exchange.ts";
import { type Refusal, type RequestViolation, invalidStatus, refuseViolations } from "./problem.ts";
import { decodeContent } from "./semantics/content-coding.ts";
import { isReadable, readContentType } from "./semantics/content-type.ts";
import { readJsonBody } from "./semantics/json-body.ts";
import { wrongEncoding } from "./semantics/query-encoding.ts";

/** What a request asks for, read by its contract. */
export interface Input {
  /** Values by parameter name; what was not sent is absent. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** The body of a JSON or form request. */
  readonly body?: Json;
}

export interface RequestReader {
  /** Reads and checks all parts of a request, or refuses with every violation. */
  read(request: MockRequest, path: Readonly<Record<string, string>>, query: () => Pairs): Input | Refusal;
}

type ReadParameter = (
  request: MockRequest,
  path: Readonly<Record<string, string>>,
  query: () => Pairs,
) => Json | undefined;

/** Compiles how the requests of an operation are read. */
export function createRequestReader(contract: Contract, operation: Operation): RequestReader {
  const parameters = operation.parameters.map((parameter) => ({
    parameter,
    readValue: createReader(contract, parameter),
    validate: validatorOf(contract, parameter.schema.pointer, "request"),
  }));
  const readBody = operation.body && createBodyReader(contract, operation.body);
  const status = invalidStatus(operation);

  return {
    read(request, path, query) {
      const values: Record<string, Json> = {};
      let violations: RequestViolation[] | undefined;
      if (request.url.includes("%")) for (const each of wrongEncoding(request.url)) (violations ??= []).push(each);
      for (const { parameter, readValue, validate } of parameters) {
        const value = readValue(request, path, query);
        const found = value === undefined ? absent(parameter, path) : validate(value);
        for (const { pointer, expected, got } of found) {
          (violations ??= []).push({ in: parameter.in, pointer: `/${parameter.name}${pointer}`, expected, got });
        }
        // A path and a query may both have an "id": the one in the path names the resource.
        if (value !== undefined && (parameter.in === "path" || !Object.hasOwn(values, parameter.name)))
          values[parameter.name] = value;
      }
      if (!readBody) return violations ? refuseViolations(status, violations) : { parameters: values };
      const body = readBody(request);
      if ("refused" in body) return body;
      if (violations || body.violations.length > 0)
        return refuseViolations(status, [...(violations ?? []), ...body.violations]);
      return body.value === undefined ? { parameters: values } : { parameters: values, body: body.value };
    },
  };
}

const nothing = [] as const;

function absent(
  { in: place, required, name }: Parameter,
  path: Readonly<Record<string, string>>,
): readonly { pointer: string; expected: string; got: string }[] {
  if (place === "path")
    return [{ pointer: "", expected: "text whose percent-encoding can be read", got: JSON.stringify(path[name]) }];
  return required ? [{ pointer: "", expected: `the parameter "${name}"`, got: "nothing" }] : nothing;
}

function createReader(contract: Contract, parameter: Parameter): ReadParameter {
  const reader = createParameterReader(contract, parameter);
  const { name } = parameter;
  switch (parameter.in) {
    case "path":
      return (_request, path) => {
        const text = decodeSegment(path[name] ?? "");
        return text === undefined ? undefined : reader.fromText(text);
      };
    case "query":
      return (_request, _path, query) => reader.fromPairs(query());
    case "header": {
      const key = name.toLowerCase();
      return ({ headers }) => optional(headers[key], reader.fromText);
    }
    case "cookie":
      return ({ headers }) => optional(cookieIn(headers["cookie"], name), reader.fromText);
  }
}

interface ReadBody {
  readonly value?: Json;
  readonly violations: readonly RequestViolation[];
}

function createBodyReader(contract: Contract, body: Body): (request: MockRequest) => ReadBody | Refusal {
  const forms = body.content.map((media) => ({
    media,
    validate: media.schema && validatorOf(contract, media.schema.pointer, "request"),
  }));
  return ({ body: bytes, headers }) => {
    if (bytes === undefined || bytes.length === 0) {
      return {
        violations: body.required ? [{ in: "body", pointer: "", expected: "a body", got: "nothing" }] : nothing,
      };
    }
    const sent = readContentType(headers["content-type"]);
    const { type } = sent;
    const form = type === "" ? forms[0] : forms.find(({ media }) => covers(media.mediaType, type));
    if (!form) {
      const known = body.content.map(({ mediaType }) => mediaType).join(", ");
      return forms.length === 0
        ? { violations: nothing }
        : { refused: `The body is "${type}", but must be ${known}`, status: 415 };
    }
    if (!isReadable(sent))
      return { refused: `The body is in the charset "${sent.charset}", but must be in utf-8`, status: 415 };
    const coding = headers["content-encoding"];
    const plain = coding === undefined ? bytes : decodeContent(bytes, coding);
    if ("refused" in plain) return plain;
    return readAs(contract, form.media, type || form.media.mediaType, form.validate, plain);
  };
}

function readAs(
  contract: Contract,
  media: MediaType,
  type: string,
  validate: Validate | undefined,
  bytes: Uint8Array,
): ReadBody {
  let value: Json;
  if (isJson(type)) {
    const read = readJsonBody(bytes);
    if (!("value" in read)) return { violations: [read] };
    value = read.value;
  } else if (type === "application/x-www-form-urlencoded") {
    value = readForm(contract, media.schema?.value ?? true, Buffer.from(bytes).toString());
  } else {
    // Other media types are taken as they are: what is in them is not described by a schema of JSON.
    return { violations: nothing };
  }
  const violations = (validate?.(value) ?? nothing).map(({ pointer, expected, got, member }) => ({
    in: "body" as const,
    pointer,
    expected,
    got,
    ...(member !== undefined && { member }),
  }));
  return { value, violations };
}

function covers(documented: string, type: string): boolean {
  return (
    documented === type ||
    documented === "*/*" ||
    (documented.endsWith("/*") && type.startsWith(documented.slice(0, -1)))
  );
}

function optional(text: string | undefined, read: (text: string) => Json): Json | undefined {
  return text === undefined ? undefined : read(text);
}
