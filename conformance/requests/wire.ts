import type { WireRequest } from "../model/exchange.ts";
import {
  type Contract,
  type Json,
  type MediaType,
  type Operation,
  type Parameter,
  createTransfer,
  decodeExample,
  oncePer,
  percentEncode,
  isJson,
  isObject,
  joinQuery,
  findJsonMedia,
  readForm,
  readWrittenParts,
  chooseSuccess,
  validatorOf,
  writeForm,
  writeMediaType,
  writeMultipart,
  writeParameterPairs,
  writeParameterText,
  writeQuery,
  omitUndefined,
} from "../../contracts/index.ts";
import { canonicalJson } from "../../contracts/generate/index.ts";
import { mayStream } from "./streams.ts";

/** Values of a request's parts, before serialization. */
export interface RequestParts {
  /** Values by parameter key, such as "query limit". Parameters without a value are not sent. */
  readonly parameters: Readonly<Record<string, Json>>;
  readonly body?: Json;
  /** Unserialized body, sent unchanged in place of `body`. */
  readonly rawBody?: string;
}

/** Key of a parameter in `RequestParts`. */
export function toParameterKey({ in: place, name }: Parameter): string {
  return `${place} ${name}`;
}

/** True for media types whose body can be any text. */
export function isTextMedia(mediaType: string): boolean {
  return mediaType.startsWith("text/") || mediaType === "application/octet-stream";
}

/**
 * Media type for request bodies of an operation: JSON, also if the operation documents a wildcard, else a form, parts or
 * text.
 */
export const requestMedia: (operation: Operation) => MediaType | undefined = oncePer(({ body }: Operation) => {
  const content = body?.content ?? [];
  const json = findJsonMedia(content);
  return (
    (json && { ...json, mediaType: isJson(json.mediaType) ? json.mediaType : "application/json" }) ??
    content.find(({ mediaType }) => mediaType === "application/x-www-form-urlencoded") ??
    content.find(({ mediaType }) => mediaType === "multipart/form-data") ??
    content.find(({ mediaType }) => isTextMedia(mediaType))
  );
});

/** Serializes a request as its contract documents. */
export function writeRequest(
  contract: Contract,
  operation: Operation,
  { parameters, body, rawBody }: RequestParts,
): WireRequest {
  let path = operation.path;
  const pairs: (readonly [string, string])[] = [];
  const own = parameterizedTypes(operation);
  const usual = own.length > 0 ? own : ["application/json"];
  const accept = [...usual, "application/problem+json", ...(mayStream(operation) ? [] : ["*/*"])];
  const headers: Record<string, string> = { accept: accept.join(", ") };
  const cookies: string[] = [];
  for (const parameter of operation.parameters) {
    const value = parameters[toParameterKey(parameter)];
    if (value === undefined) continue;
    if (parameter.in === "path")
      path = path.replace(`{${parameter.name}}`, () => percentEncode(writeParameterText(parameter, value)));
    else if (parameter.in === "query") pairs.push(...writeParameterPairs(parameter, value));
    else if (parameter.in === "header") headers[parameter.name.toLowerCase()] = writeParameterText(parameter, value);
    else cookies.push(`${parameter.name}=${writeParameterText(parameter, value)}`);
  }
  if (cookies.length > 0) headers["cookie"] = cookies.join("; ");
  const query = writeQuery(pairs);
  const media = requestMedia(operation);
  const content = body === undefined || !media ? undefined : writeBody(contract, media, body);
  const text = rawBody ?? content?.text;
  if (text !== undefined && media) headers["content-type"] = content?.type ?? writeMediaType(media);
  return omitUndefined({
    method: operation.method,
    path: joinQuery(path, query),
    headers,
    body: text,
  });
}

function writeBody(contract: Contract, media: MediaType, body: Json): { readonly type: string; readonly text: string } {
  const { mediaType, encodings } = media;
  const isParts = mediaType === "multipart/form-data" && isObject(body);
  if (isParts) return writeMultipart(contract, media, body);
  const text = isJson(mediaType)
    ? JSON.stringify(body)
    : isTextMedia(mediaType)
      ? String(body)
      : writeForm(body, encodings);
  return { type: writeMediaType(media), text };
}

/** Documented types of successful responses with parameters that tell types apart, such as a version. */
const parameterizedTypes: (operation: Operation) => readonly string[] = oncePer((operation: Operation) => {
  const content = chooseSuccess(operation).response?.content ?? [];
  const isTold = (parameter: string): boolean => !/^(charset|boundary)=/.test(parameter);
  return content.filter(({ parameters = [] }) => parameters.some(isTold)).map(writeMediaType);
});

const transferOf = oncePer((contract: Contract) =>
  oncePer((parameter: Parameter) => createTransfer(contract, parameter)),
);

/** True if a parameter's value is valid after serialization and parsing. */
export function arrivesValid(contract: Contract, parameter: Parameter, value: Json): boolean {
  const read = transferOf(contract)(parameter)(value, parameter);
  return read !== undefined && validatorOf(contract, parameter.schema.pointer, "request")(read.value).length === 0;
}

/** Documented examples of a parameter that are valid. Those of its schema are used by each generator of values. */
export function validExamples(contract: Contract, parameter: Parameter): readonly Json[] {
  if (parameter.examples) return validExamplesOf(contract)(parameter);
  return [];
}

const validExamplesOf = oncePer((contract: Contract) =>
  oncePer((parameter: Parameter): readonly Json[] =>
    (parameter.examples ?? [])
      .map((example) => decodeExample(contract, parameter, example))
      .filter((example) => arrivesValid(contract, parameter, example)),
  ),
);

/** True if a parameter's value can be sent and is invalid after parsing. */
export function arrivesInvalid(contract: Contract, parameter: Parameter, value: Json): boolean {
  const read = transferOf(contract)(parameter)(value, parameter);
  return read !== undefined && validatorOf(contract, parameter.schema.pointer, "request")(read.value).length > 0;
}

/** True if a body is valid after serialization and parsing. */
export function bodyArrivesValid(contract: Contract, media: MediaType, body: Json): boolean {
  if (isJson(media.mediaType) || isTextMedia(media.mediaType) || !media.schema) return true;
  return validatorOf(contract, media.schema.pointer, "request")(bodyAsRead(contract, media, body)).length === 0;
}

/**
 * True if a body is the same value after serialization and parsing. Forms and parts have no types, nulls or empty lists.
 * A form without fields is no body.
 */
export function bodyArrivesSame(contract: Contract, media: MediaType, body: Json): boolean {
  if (writeBody(contract, media, body).text === "") return false;
  return canonicalJson(bodyAsRead(contract, media, body)) === canonicalJson(body);
}

function bodyAsRead(contract: Contract, media: MediaType, body: Json): Json {
  const { mediaType, encodings, schema } = media;
  if (isJson(mediaType) || isTextMedia(mediaType)) return body;
  if (mediaType === "multipart/form-data") {
    if (isObject(body)) return readWrittenParts(contract, media, body);
    return null;
  }
  return readForm(contract, schema?.value ?? true, writeForm(body, encodings), encodings);
}
