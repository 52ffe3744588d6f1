import { createHash } from "node:crypto";
import { type JsonObject, type Pairs, decodeSegment, isObject, nearestHint, readQuery } from "../../contracts/index.ts";
import { isSecretName } from "../../contracts/secrets/index.ts";
import { readCookie } from "../model/cookie.ts";
import { isOrganizationName } from "../model/credential-policy.ts";
import type { MockRequest } from "../model/exchange.ts";
import { readBearer } from "./credentials.ts";

/** Request, as a function that chooses its tenant receives it. */
export interface TenantRequest {
  readonly method: string;
  /** Path and query: "/v1/things?x=1". */
  readonly url: string;
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Path parameters of the operation, decoded. Empty for a request without an operation. */
  readonly path: Readonly<Record<string, string>>;
}

/** Choice of tenants: "header:X-Tenant", or a function of the request. */
export type TenantFrom = string | ((request: TenantRequest) => string | null | undefined);

/**
 * Returns the organization that a request names. Undefined if it names none. `path` has the path parameters as sent.
 */
export type ChooseTenant = (
  request: MockRequest,
  path?: Readonly<Record<string, string>>,
  query?: () => Pairs,
) => string | undefined;

type ReadSource = (sent: TenantRequest, query: () => Pairs) => string | null | undefined;

/** Kinds of places in a request, with the reader of a value by its name. */
const kinds: Readonly<Record<string, (name: string) => ReadSource>> = {
  header: (name) => {
    const field = name.toLowerCase();
    return ({ headers }) => headers[field];
  },
  query: (name) => (_, query) => query().find(([key]) => key === name)?.[1],
  cookie: (name) => (sent) => readCookie(sent.headers["cookie"], name),
  path: (name) => (sent) => (Object.hasOwn(sent.path, name) ? sent.path[name] : undefined),
  claim: (name) => (sent) => readClaim(readBearer(sent.headers["authorization"]), name),
};

/** Names of headers and cookies (RFC 9110, section 5.6.2). */
const tokenForm = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Reason why a text chooses no tenants. Undefined if it does. */
export function tenantSourceError(text: string): string | undefined {
  const [kind, name] = splitSource(text);
  if (!Object.hasOwn(kinds, kind)) {
    const hint = kind === "" ? "" : nearestHint(kind, Object.keys(kinds));
    return `it must be header:NAME, query:NAME, cookie:NAME, path:NAME or claim:NAME, such as header:X-Tenant${hint}`;
  }
  if (name === "") return `the name of the ${kind} is missing, as in ${kind}:tenant`;
  if ((kind === "header" || kind === "cookie") && !tokenForm.test(name))
    return `no ${kind} can have the name "${name}"`;
  return undefined;
}

function splitSource(text: string): readonly [kind: string, name: string] {
  const colon = text.indexOf(":");
  if (colon < 0) return ["", ""];
  return [text.slice(0, colon), text.slice(colon + 1)];
}

/**
 * Creates the function that chooses the tenants of requests. `parameters` are the path parameters of the operations.
 * @throws RangeError for a text that chooses none.
 */
export function createTenantChoice(from: TenantFrom, parameters: ReadonlySet<string>): ChooseTenant {
  const read = typeof from === "string" ? compileSource(from, parameters) : from;
  // The name of an organization is shown in many places, so it must contain no credential.
  const isHidden = typeof from === "string" && isSecretSource(splitSource(from)[1]);
  return (request, path = {}, query = () => readRequestQuery(request)) => {
    const { method, url, headers } = request;
    const decoded = Object.entries(path).map(([name, value]) => [name, decodeSegment(value) ?? value]);
    const value: unknown = read({ method, url, headers, path: Object.fromEntries(decoded) }, query);
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value !== "string")
      throw new TypeError(`Cannot use the tenant that "tenantFrom" returned: it must be a text, not ${typeof value}`);
    if (isOrganizationName(value) && !isHidden) return value;
    return `tenant-${hashTenant(value)}`;
  };
}

function compileSource(text: string, parameters: ReadonlySet<string>): ReadSource {
  const error = tenantSourceError(text);
  if (error !== undefined) throw new RangeError(`Cannot choose tenants from "${text}": ${error}`);
  const [kind, name] = splitSource(text);
  if (kind === "path" && !parameters.has(name))
    throw new RangeError(
      `Cannot choose tenants from "${text}": no path has the parameter "${name}"${nearestHint(name, parameters)}`,
    );
  return (kinds[kind] as (name: string) => ReadSource)(name);
}

function isSecretSource(name: string): boolean {
  return isSecretName(name) || /^(?:proxy-)?authorization$|^cookie$/i.test(name);
}

function readRequestQuery({ url }: MockRequest): Pairs {
  const mark = url.indexOf("?");
  return readQuery(mark < 0 ? "" : url.slice(mark + 1));
}

/** Value of a claim of a JSON Web Token, which is not verified. "a.b" is the member "b" of "a", or the claim "a.b". */
function readClaim(token: string | undefined, name: string): string | undefined {
  const claims = readClaims(token);
  const value =
    claims && Object.hasOwn(claims, name) ? claims[name] : name.split(".").reduce<unknown>(pickOwnMember, claims);
  if (typeof value === "string" || typeof value === "number") return String(value);
  return undefined;
}

function pickOwnMember(value: unknown, name: string): unknown {
  if (isRecord(value) && Object.hasOwn(value, name)) return value[name];
  return undefined;
}

function isRecord(value: unknown): value is JsonObject {
  return isObject(value as JsonObject);
}

/** Claims of a JSON Web Token. Undefined for any other text. */
export function readClaims(token: string | undefined): JsonObject | undefined {
  const [, claims, ...rest] = token?.split(".") ?? [];
  if (claims === undefined || rest.length !== 1) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(claims, "base64url").toString());
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Hash of a value that cannot be the name of an organization, such as "auth0|1" or an address. */
function hashTenant(value: string): string {
  return createHash("sha256").update(value).digest("hex").slice(0, 16);
}
