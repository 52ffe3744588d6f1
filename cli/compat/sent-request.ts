import { type Change, type WitnessRequest, noLongerSuffices } from "../../compat/index.ts";
import {
  type Json,
  type JsonObject,
  type Operation,
  type SecurityRequirement,
  type SecurityScheme,
  isJson,
  isObject,
  writeForm,
  writeText,
} from "../../contracts/index.ts";
import type { MockRequest } from "../../mock/index.ts";

/** What a request is sent with. */
interface Sending {
  /** What the organization of its token is called. */
  readonly name: string;
  readonly requirement: SecurityRequirement | "any";
  readonly prefer: string | undefined;
}

/**
 * Credentials that the base takes: those that no longer suffice, where a change says that of some. Any other change is
 * played with what the revision asks for besides, as that would refuse it.
 */
export function credentialsFor(
  { rule, message }: Change,
  base: Operation | undefined,
  revision: Operation | undefined,
): Sending["requirement"] {
  const { security = [] } = base ?? {};
  if (rule === "security-narrowed")
    return security.find((credentials) => message === noLongerSuffices(credentials)) ?? security[0] ?? [];
  const asked = rule.startsWith("security-") ? [] : (revision?.security ?? []);
  const both = (security.length === 0 ? [[]] : security).flatMap((ours) =>
    asked.map((theirs) => schemesOfBoth(ours, theirs)),
  );
  const [least] = both.filter(canBeSent).toSorted((one, other) => one.length - other.length);
  return (least?.length ?? 0) > 0 ? (least as SecurityRequirement) : (security[0] ?? "any");
}

/** All schemes of both, each once. */
function schemesOfBoth(one: SecurityRequirement, other: SecurityRequirement): SecurityRequirement {
  return [...new Map([...one, ...other].map((scheme) => [placeOf(scheme), scheme])).values()];
}

/** Whether no two of them stand in the same header. */
function canBeSent(schemes: SecurityRequirement): boolean {
  return schemes.filter(({ type }) => type !== "apiKey").length <= 1;
}

/** Where credentials of a scheme stand, and how. */
function placeOf({ type, scheme, in: place, parameter }: SecurityScheme): string {
  return type === "apiKey" ? `${place} ${parameter}` : scheme === "basic" ? "basic" : "bearer";
}

/** The request of a witness as a mock takes it, with credentials for an organization; or why it cannot be sent. */
export function sentRequest(request: WitnessRequest, { name, requirement, prefer }: Sending): MockRequest | string {
  const token = `org_${name}`;
  const schemes = requirement === "any" ? [] : requirement;
  const headers: Record<string, string> = {
    ...((requirement === "any" || schemes.some(({ type }) => type !== "apiKey")) && {
      authorization: `Bearer ${token}`,
    }),
    ...request.headers,
  };
  let url = request.path;
  for (const { type, scheme, in: place, parameter = "" } of schemes) {
    if (scheme === "basic") headers["authorization"] = `Basic ${Buffer.from(`${token}:`).toString("base64")}`;
    if (type !== "apiKey") continue;
    if (place === "header") headers[parameter.toLowerCase()] = token;
    else if (place === "query") url += `${url.includes("?") ? "&" : "?"}${encodeURIComponent(parameter)}=${token}`;
    else headers["cookie"] = [headers["cookie"], `${parameter}=${token}`].filter(Boolean).join("; ");
  }
  if (prefer !== undefined) headers["prefer"] = prefer;
  const body = bodyAs(request);
  if (body === undefined && request.body !== undefined)
    return `a body of the type ${request.headers["content-type"]} is not written here`;
  if (isInParts(headers)) headers["content-type"] += `; boundary=${BOUNDARY}`;
  return { method: request.method, url, headers, ...(body !== undefined && { body: Buffer.from(body) }) };
}

/** What stands between the parts of a body. */
const BOUNDARY = "witness";

function isInParts({ "content-type": type }: WitnessRequest["headers"]): boolean {
  return type === "multipart/form-data";
}

/** A part for each member, and for each item of a list; what is no text is JSON. */
function partsOf(body: JsonObject): string {
  const parts = Object.entries(body).flatMap(([name, value]) => {
    const quoted = name.replaceAll(/["\r\n]/g, encodeURIComponent);
    const texts = (Array.isArray(value) ? (value as readonly Json[]) : [value]).map(writeText);
    return texts.map((text) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"\r\n\r\n${text}\r\n`);
  });
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

function bodyAs({ headers, body }: WitnessRequest): string | undefined {
  const type = headers["content-type"] ?? "";
  if (body === undefined) return undefined;
  if (isJson(type)) return JSON.stringify(body);
  if (type === "application/x-www-form-urlencoded") return writeForm(body);
  if (isInParts(headers)) return isObject(body) ? partsOf(body) : undefined;
  return typeof body === "string" && !type.startsWith("multipart/") ? body : undefined;
}
