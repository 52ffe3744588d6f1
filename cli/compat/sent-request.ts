import { type Change, type WitnessPart, type WitnessRequest, noLongerSuffices } from "../../compat/index.ts";
import { type Operation, type SecurityRequirement, type SecurityScheme, isJson } from "../../contracts/index.ts";
import type { MockRequest } from "../../mock/index.ts";

/** What a request is sent with. */
interface Sending {
  readonly token: string;
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
    return (
      security.find((credentials) =>
        [false, true].some((isNamed) => message === noLongerSuffices(credentials, isNamed)),
      ) ??
      security[0] ??
      []
    );
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

/** The request of a witness as a mock takes it, with its token as the credentials; or why it cannot be sent. */
export function sentRequest(request: WitnessRequest, { token, requirement, prefer }: Sending): MockRequest | string {
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
  const body = request.text ?? (request.parts ? joined(request.parts) : bodyAs(request));
  if (body === undefined && request.body !== undefined)
    return `a body of the type ${request.headers["content-type"]} is not written here`;
  if (request.parts) headers["content-type"] += `; boundary=${BOUNDARY}`;
  return { method: request.method, url, headers, ...(body !== undefined && { body: Buffer.from(body) }) };
}

/** What stands between the parts of a body. */
const BOUNDARY = "witness";

function joined(parts: readonly WitnessPart[]): string {
  const texts = parts.map(({ headers, text }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `--${BOUNDARY}\r\n${lines.join("")}\r\n${text}\r\n`;
  });
  return `${texts.join("")}--${BOUNDARY}--\r\n`;
}

function bodyAs({ headers, body }: WitnessRequest): string | undefined {
  const type = headers["content-type"] ?? "";
  if (body === undefined) return undefined;
  if (isJson(type)) return JSON.stringify(body);
  return typeof body === "string" && !type.startsWith("multipart/") ? body : undefined;
}
