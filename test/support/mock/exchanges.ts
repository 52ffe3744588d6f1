import fc from "fast-check";
import {
  type Contract,
  type Json,
  type MediaType,
  type Operation,
  type Parameter,
  type SecurityScheme,
  createParameterReader,
  createRouter,
  decodeSegment,
  percentEncode,
  isJson,
  readForm,
  readQuery,
  validatorOf,
  writeForm,
  writeParameterPairs,
  writeParameterText,
  writeText,
  writeQuery,
} from "../../../contracts/index.ts";
import { type Values, createValues, guarded } from "../../../contracts/generate/index.ts";
import type { MockRequest } from "../../../mock/index.ts";
import { mockProfileFor } from "../../../profiles/mock-profile-for.ts";
import { textReader } from "../../../mock/semantics/text.ts";
import { writeMultipart } from "./multipart.ts";

/** A request to an operation, with its violation if it is invalid. */
export interface Step {
  readonly operation: Operation;
  /** Violation: "body /title minLength". Absent for a valid request. */
  readonly fault?: string;
  /** Creates the request, with known values for path parameters. */
  request(known: Readonly<Record<string, string>>): MockRequest;
  /** Text of the step in a counterexample. */
  toString(): string;
}

/** Values of a request's parts. The key of a parameter is "location name". */
interface Parts {
  readonly parameters: Readonly<Record<string, Json>>;
  readonly body?: Json;
  readonly raw?: string;
  readonly mediaType?: string;
}

interface InvalidParts {
  readonly fault: string;
  readonly parts: fc.Arbitrary<Parts>;
}

/** Generates valid requests to an operation, and requests with one violation. */
export function stepsOf(
  contract: Contract,
  operation: Operation,
): { valid: fc.Arbitrary<Step>; invalid: fc.Arbitrary<Step>[] } {
  const values = createValues(contract, "request");
  const router = createRouter(contract.operations);
  const token = mockProfileFor(undefined, [contract]).credentials.tokenOf("acme");
  const whole = validParts(contract, operation, values);
  const step = (parts: Parts, fault?: string): Step => ({
    operation,
    ...(fault !== undefined && { fault }),
    request(known) {
      const own = operation.parameters.filter(({ in: place, name }) => place === "path" && known[name] !== undefined);
      const taken = own
        .filter(({ name }) => !fault?.startsWith(`path /${name} `))
        .map((each) => [keyOf(each), known[each.name] as string]);
      return write(operation, { ...parts, parameters: { ...parts.parameters, ...Object.fromEntries(taken) } }, token);
    },
    toString: () => `${operation.name} ${JSON.stringify(parts)}${fault === undefined ? "" : ` (${fault})`}`,
  });
  const arrives = (parts: Parts): boolean => {
    const match = router.match(operation.method, write(operation, parts, token).url.split("?", 1)[0] as string);
    return match !== undefined && "operation" in match && match.operation === operation;
  };
  return {
    valid: guarded(whole, arrives, operation.name).map((parts) => step(parts)),
    // Checking each violation is slow, so they are generated only on request.
    get invalid() {
      return [...parameterFaults(contract, operation, values, whole), ...bodyFaults(contract, operation, values, whole)]
        .map(({ fault, parts }) =>
          guarded(parts, arrives, `${fault} of ${operation.name}`).map((each) => step(each, fault)),
        )
        .filter(canGenerate);
    },
  };
}

function validParts(contract: Contract, operation: Operation, values: Values): fc.Arbitrary<Parts> {
  const members: Record<string, fc.Arbitrary<Json>> = {};
  for (const parameter of operation.parameters.filter((each) => !isCursor(each)))
    members[keyOf(parameter)] = guarded(
      values.valid(parameter.schema),
      (value) => violations(contract, parameter, value) === 0,
      keyOf(parameter),
    );
  const requiredKeys = operation.parameters.filter(({ required }) => required).map(keyOf);
  const requiredMembers = Object.fromEntries(requiredKeys.map((key) => [key, members[key] as fc.Arbitrary<Json>]));
  const all = fc.record(members, { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<Parts["parameters"]>;
  const parameters = fc.oneof(all, fc.record(requiredMembers, { noNullPrototype: true }));
  const bodies = (operation.body?.content ?? []).filter(isWritten).map((media) => bodiesOf(contract, media, values));
  if (bodies.length === 0) return parameters.map((each) => ({ parameters: each }));
  const body = operation.body?.required ? fc.oneof(...bodies) : fc.option(fc.oneof(...bodies), { nil: {} });
  return fc.tuple(parameters, body).map(([each, sent]) => ({ parameters: each, ...sent }));
}

/** Checks for a cursor, which only the provider can create, although its schema accepts any text. */
function isCursor({ in: place, name, required }: Parameter): boolean {
  return place === "query" && !required && /^(cursor|page_?token|after|starting_after|ending_before)$/i.test(name);
}

/** Bodies that are equal after writing and reading them. */
function bodiesOf(contract: Contract, media: MediaType, values: Values): fc.Arbitrary<Omit<Parts, "parameters">> {
  const mediaType = media.mediaType.replace("*/*", "application/json").replace("/*", "/odd");
  const { schema } = media;
  if (!schema) return fc.constant(isJson(mediaType) ? { body: {}, mediaType } : { raw: "text", mediaType });
  if (mediaType === "multipart/form-data")
    return values.valid(schema).map((body) => writeMultipart(contract, media, body));
  const isValid = validatorOf(contract, schema.pointer, "request");
  if (mediaType.startsWith("text/")) {
    const read = textReader(contract, schema.value) ?? (() => null);
    const texts = values.valid(schema).map(writeText);
    return guarded(texts, (text) => text !== "" && isValid(read(text)).length === 0, mediaType).map((raw) => ({
      raw,
      mediaType,
    }));
  }
  const read = (body: Json): Json => (isJson(mediaType) ? body : readForm(contract, schema.value, writeForm(body)));
  return guarded(values.valid(schema), (body) => isValid(read(body)).length === 0, mediaType).map((body) => ({
    body,
    mediaType,
  }));
}

function parameterFaults(
  contract: Contract,
  operation: Operation,
  values: Values,
  valid: fc.Arbitrary<Parts>,
): InvalidParts[] {
  return operation.parameters.flatMap((parameter) => {
    const key = keyOf(parameter);
    const label = `${parameter.in} /${parameter.name}`;
    const wrong = values.faults(parameter.schema).map(({ pointer, keyword, arbitrary }) => ({
      fault: `${label} ${pointer} ${keyword}`,
      parts: fc
        .tuple(
          valid,
          guarded(arbitrary, (value) => violations(contract, parameter, value) > 0, key),
        )
        .map(([parts, value]) => ({ ...parts, parameters: { ...parts.parameters, [key]: value } })),
    }));
    const without = valid.map(({ parameters, ...parts }) => {
      const { [key]: _, ...rest } = parameters;
      return { ...parts, parameters: rest };
    });
    return parameter.required && parameter.in !== "path"
      ? [...wrong, { fault: `${label} required`, parts: without }]
      : wrong;
  });
}

function bodyFaults(
  contract: Contract,
  operation: Operation,
  values: Values,
  valid: fc.Arbitrary<Parts>,
): InvalidParts[] {
  const { content = [], required = false } = operation.body ?? {};
  const withBody =
    (sent: Omit<Parts, "parameters">) =>
    ({ parameters }: Parts): Parts => ({ parameters, ...sent });
  const missing = required ? [{ fault: "body required", parts: valid.map(withBody({})) }] : [];
  const foreign =
    content.length > 0 && !content.some(({ mediaType }) => mediaType === "*/*")
      ? [{ fault: "body media type", parts: valid.map(withBody({ raw: "text", mediaType: "application/odd" })) }]
      : [];
  const media = content.find(({ mediaType }) => isJson(mediaType));
  if (!media?.schema) return [...missing, ...foreign];
  const { mediaType, schema } = media;
  const wrong = values.faults(schema).map(({ pointer, keyword, arbitrary }) => ({
    fault: `body ${pointer} ${keyword}`,
    parts: fc.tuple(valid, arbitrary).map(([parts, body]) => withBody({ body, mediaType })(parts)),
  }));
  return [
    ...wrong,
    ...missing,
    ...foreign,
    { fault: "body malformed", parts: valid.map(withBody({ raw: '{"a":', mediaType })) },
  ];
}

function isWritten({ mediaType }: MediaType): boolean {
  return (
    isJson(mediaType) ||
    mediaType === "application/x-www-form-urlencoded" ||
    mediaType === "multipart/form-data" ||
    mediaType === "text/plain" ||
    mediaType.endsWith("/*") ||
    mediaType === "image/png"
  );
}

function write(operation: Operation, { parameters, body, raw, mediaType }: Parts, token: string): MockRequest {
  const pairs: (readonly [string, string])[] = [];
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  let path = operation.path;
  for (const parameter of operation.parameters) {
    const value = parameters[keyOf(parameter)];
    if (value === undefined) continue;
    const { name, in: place } = parameter;
    if (place === "path") path = path.replace(`{${name}}`, () => percentEncode(writeParameterText(parameter, value)));
    else if (place === "query") pairs.push(...writeParameterPairs(parameter, value));
    else if (place === "header") headers[name.toLowerCase()] = writeParameterText(parameter, value);
    else cookies.push(`${name}=${writeParameterText(parameter, value)}`);
  }
  for (const scheme of operation.security[0] ?? []) authorize(scheme, token, { headers, pairs, cookies });
  if (cookies.length > 0) headers["cookie"] = cookies.join("; ");
  const isForm = mediaType === "application/x-www-form-urlencoded";
  const text = raw ?? (body === undefined ? undefined : isForm ? writeForm(body) : JSON.stringify(body));
  if (text !== undefined && mediaType !== undefined) headers["content-type"] = mediaType;
  return {
    method: operation.method,
    url: pairs.length === 0 ? path : `${path}?${writeQuery(pairs)}`,
    headers,
    ...(text !== undefined && { body: Buffer.from(text) }),
  };
}

function authorize(
  { type, scheme, in: place, parameter = "" }: SecurityScheme,
  token: string,
  {
    headers,
    pairs,
    cookies,
  }: { headers: Record<string, string>; pairs: (readonly [string, string])[]; cookies: string[] },
): void {
  if (type !== "apiKey")
    headers["authorization"] = scheme === "basic" ? `Basic ${btoa(`${token}:`)}` : `Bearer ${token}`;
  else if (place === "query") pairs.push([parameter, token]);
  else if (place === "header") headers[parameter.toLowerCase()] = token;
  else cookies.push(`${parameter}=${token}`);
}

/** Number of violations by a parameter's value after writing and reading it. */
function violations(contract: Contract, parameter: Parameter, value: Json): number {
  const reader = createParameterReader(contract, parameter);
  const text = writeParameterText(parameter, value);
  // A cookie ends at a semicolon, and an empty segment is another path.
  if ((parameter.in === "cookie" && /[;\s]/.test(text)) || (parameter.in === "path" && text === "")) return Number.NaN;
  const read =
    parameter.in === "query"
      ? reader.fromPairs(readQuery(writeQuery(writeParameterPairs(parameter, value))))
      : reader.fromText(parameter.in === "path" ? (decodeSegment(percentEncode(text)) ?? "") : text);
  return read === undefined ? Number.NaN : validatorOf(contract, parameter.schema.pointer, "request")(read).length;
}

function keyOf({ in: place, name }: Parameter): string {
  return `${place} ${name}`;
}

/** Checks that an arbitrary can generate a value; some violations contradict other constraints. */
function canGenerate(arbitrary: fc.Arbitrary<Step>): boolean {
  try {
    fc.sample(arbitrary, { numRuns: 50, seed: 1 });
    return true;
  } catch {
    return false;
  }
}
