import {
  type Contract,
  type Json,
  type Operation,
  type Parameter,
  type SecurityScheme,
  getAcceptor,
  decodeExample,
  joinQuery,
  percentEncode,
  shellWord,
  writeParameterPairs,
  writeParameterText,
  writeQuery,
  omitUndefined,
} from "../../contracts/index.ts";
import {
  type MockRequest,
  type Platform,
  type PlatformOptions,
  createClock,
  createPlatform,
} from "../../mock/index.ts";
import { type Values, createValues } from "../../contracts/generate/index.ts";
import { type CallBody, createFirstBody, dataBody } from "./first-body.ts";

/** A request, and its description for people. */
export interface Call {
  readonly about: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: CallBody;
}

/** Maximum numbers of operations that read, of others, and of combinations of credentials of one, that are tried. */
const [MAX_OPERATIONS, MAX_ALTERNATIVES] = [8, 3];

/** Options of a mock that decide whether a call succeeds. */
type CallOptions = Pick<
  PlatformOptions,
  "seed" | "seedExamples" | "missing" | "statedOnly" | "strictAssumed" | "tenantFrom" | "behaviours"
>;

/**
 * Finds a call that succeeds: reading first, then without ids in the path, then with few parameters. Another mock with
 * the same options answers the candidates, so that they leave no trace in this one. Undefined if none of the first
 * operations has such a call.
 */
export async function findFirstCall(
  { contracts, profile, graphqlPaths }: Platform,
  { seed, missing, tenantFrom, behaviours, ...options }: CallOptions = {},
): Promise<Call | undefined> {
  const { seedExamples = profile.seedExamples ?? false, statedOnly = false, strictAssumed = false } = options;
  const trial = createPlatform(contracts, {
    profile,
    clock: createClock(Date.now),
    journalLimit: 0,
    seedExamples,
    statedOnly,
    strictAssumed,
    ...(seed !== undefined && { seed }),
    ...(missing && { missing }),
    ...(tenantFrom && { tenantFrom }),
    ...(behaviours && { behaviours }),
  });
  try {
    for (const call of generateCalls(contracts, profile.credentials.tokenOf("demo"), graphqlPaths)) {
      if (!isPrintable(call)) continue;
      const { status } = await trial.handle(toMockRequest(call));
      if (status >= 200 && status < 300) return call;
    }
    return undefined;
  } finally {
    await trial.close();
  }
}

function toMockRequest({ method, path, headers, body }: Call): MockRequest {
  const sent = Object.entries({
    Host: "127.0.0.1",
    Accept: "*/*",
    ...headers,
    ...(body && { "Content-Type": body.mediaType }),
  });
  return {
    method,
    url: path,
    headers: Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value])),
    ...(body && { body: Buffer.from(body.text) }),
  };
}

/** The command that sends a call. */
export function curlCommand({ method, path, headers, body }: Call, url: string): string {
  const words = Object.entries(headers).map(([name, value]) => headerOption(name, value));
  // curl reads brackets and braces of a URL as ranges and lists.
  const address = url + path.replaceAll(/[[\]{}]/g, encodeURIComponent);
  // With -X HEAD, curl waits for a body that does not follow.
  const start = method === "HEAD" ? "curl -I" : `curl -i -X ${method}`;
  return [start, shellWord(address), ...words, ...(body?.options ?? [])].join(" ");
}

/** Option of curl that sends a header. */
function headerOption(name: string, value: string): string {
  if (name === "Cookie") return `-b ${shellWord(value)}`;
  // curl omits a header whose colon has no value behind it.
  if (value === "") return `-H ${shellWord(`${name};`)}`;
  const [, pair] = /^Basic (.+)$/.exec(value) ?? [];
  if (name !== "Authorization" || pair === undefined) return `-H ${shellWord(`${name}: ${value}`)}`;
  return `-u ${shellWord(Buffer.from(pair, "base64").toString())}`;
}

function* generateCalls(
  contracts: readonly Contract[],
  token: string,
  graphqlPaths: readonly string[],
): Generator<Call> {
  const operations = contracts.flatMap((contract) => contract.operations.map((operation) => ({ contract, operation })));
  const callable = operations.filter(({ operation }) => operation.method !== "DELETE");
  const ranked = callable.toSorted((one, other) => effort(one.operation) - effort(other.operation));
  const [reads, writes] = [true, false].map((isRead) =>
    ranked.filter(({ operation }) => (operation.method === "GET") === isRead).slice(0, MAX_OPERATIONS),
  );
  for (const { contract, operation } of [...(reads ?? []), ...(writes ?? [])]) {
    const parts = createCallParts(contract, operation);
    const alternatives = operation.security.length === 0 ? [[]] : operation.security;
    for (const schemes of parts ? alternatives.slice(0, MAX_ALTERNATIVES) : [])
      yield buildCall(operation, parts as CallParts, schemes, token);
  }
  for (const path of graphqlPaths) yield graphqlCall(path, token);
}

/** Rank of an operation: the lower, the more likely a first call to it succeeds and is understood. */
function effort({ method, parameters, body }: Operation): number {
  const inPath = parameters.filter((parameter) => parameter.in === "path").length;
  const required = parameters.filter((parameter) => parameter.required).length;
  return (method === "GET" ? 0 : 1000) + 100 * inPath + 10 * (body?.required ? 1 : 0) + required;
}

/** Values of the required parts of a request. */
interface CallParts {
  readonly path: string;
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: CallBody | undefined;
}

/** Undefined if a required part has no value that can be written. */
function createCallParts(contract: Contract, operation: Operation): CallParts | undefined {
  const values = createValues(contract, "request");
  let { path } = operation;
  const pairs: (readonly [string, string])[] = [];
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (const parameter of operation.parameters.filter(({ required }) => required)) {
    const value = chooseParameterValue(contract, parameter, values);
    if (value === undefined) return undefined;
    const text = (): string => writeParameterText(parameter, value);
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, () => percentEncode(text()));
    else if (parameter.in === "query") pairs.push(...writeParameterPairs(parameter, value));
    else if (parameter.in === "header") headers[parameter.name] = text();
    else cookies.push(`${parameter.name}=${text()}`);
  }
  const body = createFirstBody(contract, operation, values);
  if (body === "none") return undefined;
  return { path, pairs, headers, cookies, body };
}

function chooseParameterValue(contract: Contract, parameter: Parameter, values: Values): Json | undefined {
  const { name, schema, examples = [] } = parameter;
  const accepts = getAcceptor(contract, schema.pointer, "request");
  const example = examples.map((each) => decodeExample(contract, parameter, each)).find((each) => accepts(each));
  return example ?? values.sample(schema, { name, label: name });
}

function buildCall(
  { method, summary, name }: Operation,
  { path, pairs, headers, cookies, body }: CallParts,
  schemes: readonly SecurityScheme[],
  token: string,
): Call {
  const query = [...pairs];
  const sent = { ...headers };
  const jar = [...cookies];
  // Without a security scheme, the token still selects the organization.
  for (const scheme of schemes.length === 0 ? [{ type: "http", scheme: "bearer" }] : schemes) {
    const { type, in: place, parameter = "" } = scheme as SecurityScheme;
    if (type !== "apiKey") sent["Authorization"] = scheme.scheme === "basic" ? basic(token) : `Bearer ${token}`;
    else if (place === "query") query.push([parameter, token]);
    else if (place === "cookie") jar.push(`${parameter}=${token}`);
    else sent[parameter] = token;
  }
  if (jar.length > 0) sent["Cookie"] = jar.join("; ");
  const about = (summary || `calls ${name}`).replaceAll(/\s+/g, " ").trim();
  return omitUndefined({
    about,
    method,
    path: joinQuery(path, writeQuery(query)),
    headers: sent,
    body,
  });
}

function basic(token: string): string {
  return `Basic ${Buffer.from(`${token}:`).toString("base64")}`;
}

function graphqlCall(path: string, token: string): Call {
  return {
    about: "lists the fields of queries",
    method: "POST",
    path,
    headers: { Authorization: `Bearer ${token}` },
    body: dataBody("application/json", '{"query":"{ __schema { queryType { fields { name } } } }"}'),
  };
}

/** True if a terminal and a header carry all characters of a call unchanged. */
function isPrintable({ headers, body }: Call): boolean {
  const isAscii = Object.entries(headers).every((pair) => pair.every((text) => /^[\x20-\x7e]*$/.test(text)));
  return isAscii && !/\p{Cc}/u.test(body?.options.join(" ") ?? "");
}
