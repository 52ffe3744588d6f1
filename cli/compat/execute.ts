import type { Change, CompatReport, Played, WitnessRequest } from "../../compat/index.ts";
import { type Contract, type Json, type Operation, isJson, isObject, writeForm } from "../../contracts/index.ts";
import { type MockRequest, type MockResponse, type Platform, createClock, createPlatform } from "../../mock/index.ts";

/** A mock of each side, which the witnesses are played against. */
interface Stages {
  readonly base: Platform;
  readonly revision: Platform;
}

/** The platform's time while witnesses are played: a play is the same on any day. */
const noon = Date.parse("2026-01-05T12:00:00.000Z");

/** Longer explanations are cut. */
const LONGEST = 160;

/**
 * Plays what proves each breaking change against the mocks of base and revision, within this process, and says what they
 * answer. Each has an organization of its own.
 */
export async function playWitnesses(
  report: CompatReport,
  [base, revision]: readonly [readonly Contract[], readonly Contract[]],
): Promise<CompatReport> {
  const options = {
    clock: createClock(() => noon),
    journalLimit: 0,
    rateLimit: { burst: 1_000_000, perSecond: 1_000 },
  };
  const stages = { base: createPlatform(base, options), revision: createPlatform(revision, options) };
  const operations = new Map(
    base.flatMap((contract) => contract.operations.map((one) => [`${contract.api} ${one.name}`, one] as const)),
  );
  try {
    const changes: Change[] = [];
    for (const change of report.changes) {
      const { verdict, witness, api, operation } = change;
      const known = operations.get(`${api} ${operation}`) ?? operationNamed(base, operation);
      const played =
        verdict === "breaking" && witness
          ? await playOne(change, known, { ...stages, name: `witness${changes.length}` })
          : undefined;
      changes.push(witness && played ? { ...change, witness: { ...witness, played } } : change);
    }
    return { ...report, changes };
  } finally {
    await Promise.all([stages.base.close(), stages.revision.close()]);
  }
}

function operationNamed(contracts: readonly Contract[], name: string): Operation | undefined {
  return contracts.flatMap(({ operations }) => operations).find((one) => one.name === name);
}

/** What an answer of a mock shows to be there, and then no more. */
const seenInAnswers: ReadonlySet<string> = new Set([
  "response-property-removed",
  "response-header-removed",
  "media-type-removed",
  "success-status-removed",
  "error-status-removed",
  "error-status-moved",
]);

async function playOne(
  change: Change,
  operation: Operation | undefined,
  { base, revision, name }: Stages & { readonly name: string },
): Promise<Played> {
  const { witness, direction, path, rule } = change;
  const request = witness?.request;
  if (!request) return { unplayed: "no request carries it" };
  if (!request.path.startsWith("/")) return { unplayed: "what the provider sends is not asked for" };
  const isSeen = direction === "response" && seenInAnswers.has(rule);
  const isRefused = witness.shows === "refused";
  if (direction === "response" && !isSeen && !isRefused)
    return { unplayed: "no mock is made to answer so; the validators of both sides were asked" };
  const preferences = isSeen
    ? statusesOf(change, operation).flatMap((status) => [`code=${status}`, `code=${status}, dynamic=true`])
    : [undefined];
  let first: Played | undefined;
  for (const prefer of preferences) {
    const sent = requestAs(request, operation, { name, prefer });
    if (typeof sent === "string") return { unplayed: sent };
    const [before, after] = [answerOf(await base.handle(sent)), answerOf(await revision.handle(sent))];
    if (rule === "security-narrowed" && !before.isRefused && !after.isRefused)
      return { unplayed: "a mock does not look at what credentials are allowed to do" };
    const confirmed = isShown(change, before, after);
    const isIgnored = confirmed && direction === "request" && witness.shows === "gone" && !after.isRefused;
    const told = isIgnored && !after.isUnknown ? `${after.line}, ignoring ${path}` : after.line;
    const played = { base: before.line, revision: told, confirmed };
    if (confirmed) return played;
    first ??= played;
  }
  return first ?? { unplayed: "the base documents no response that has it" };
}

/** Whether the answers are what the witness was to show. */
function isShown(change: Change, before: Answer, after: Answer): boolean {
  const { witness, direction, path } = change;
  if (witness?.shows === "refused") return !before.isRefused && after.isRefused;
  if (before.isUnknown) return false;
  if (after.isUnknown || (after.isRefused && !before.isRefused)) return true;
  if (direction !== "response") return direction === "request" && !before.isRefused;
  const header = /^header\.(.*)$/.exec(path)?.[1];
  if (header !== undefined) return header in before.headers && !(header in after.headers);
  if (!path.startsWith("body")) return before.status !== after.status;
  if (path === "body") return before.headers["content-type"] !== after.headers["content-type"];
  const steps = path.slice("body".length).match(/[^.[\]]+|\[\]/g) ?? [];
  return has(before.value, steps) && !has(after.value, steps);
}

function has(value: Json | undefined, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return value !== undefined;
  if (step === "[]") return Array.isArray(value) && value.some((item: Json) => has(item, rest));
  if (Array.isArray(value)) return has(value[Number(step)] as Json | undefined, rest);
  return isObject(value) && Object.hasOwn(value, step) && has(value[step], rest);
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Json | undefined;
  /** "400 Bad Request: …". */
  readonly line: string;
  /** Whether it was turned down for what it is; that a mock does not have what it asks for says nothing of it. */
  readonly isRefused: boolean;
  /** Whether no operation takes it. */
  readonly isUnknown: boolean;
}

function answerOf({ status, headers, body }: MockResponse): Answer {
  const text = Buffer.from(body).toString();
  const value = isJson((headers["content-type"] ?? "").split(";")[0] as string)
    ? (JSON.parse(text) as Json)
    : undefined;
  const told: { readonly [name: string]: Json } = status >= 400 && isObject(value) ? value : {};
  const [error] = isObject(value) && Array.isArray(value["errors"]) ? (value["errors"] as Json[]) : [];
  const why = told["detail"] ?? told["title"] ?? (isObject(error) ? error["message"] : undefined);
  const [violation] = Array.isArray(told["violations"]) ? (told["violations"] as Json[]) : [];
  const where = isObject(violation)
    ? `${violation["in"]} ${violation["pointer"]}: expected ${violation["expected"]}`
    : why;
  const reason = typeof where === "string" ? where : "";
  return {
    status,
    headers,
    value,
    line: reason === "" ? String(status) : `${status} ${reason.slice(0, LONGEST)}`,
    isRefused:
      (status >= 400 && status !== 404 && status !== 409 && status !== 412) || (status < 400 && error !== undefined),
    isUnknown: status === 405 || status === 410 || (status === 404 && reason.startsWith("No operation has the path")),
  };
}

/** The statuses that the base may have answered with, that in the pointer of the change first, then successes. */
function statusesOf({ base, before }: Change, operation: Operation | undefined): string[] {
  const own = /\/responses\/(\d{3})(?:\/|$)/.exec(base?.pointer ?? "")?.[1];
  const documented = (operation?.responses ?? [])
    .map(({ status }) => status)
    .filter((status) => /^\d{3}$/.test(status));
  const told = typeof before === "string" && documented.includes(before) ? [before] : [];
  return own === undefined ? [...new Set([...told, ...documented.toSorted()])] : [own];
}

/** The request as the mock takes it, with credentials for an organization; or why it cannot be sent. */
function requestAs(
  request: WitnessRequest,
  operation: Operation | undefined,
  { name, prefer }: { readonly name: string; readonly prefer: string | undefined },
): MockRequest | string {
  const token = `org_${name}`;
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, ...request.headers };
  let url = request.path;
  const [requirement = []] = operation?.security ?? [];
  for (const { type, scheme, in: place, parameter = "" } of requirement) {
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
  return { method: request.method, url, headers, ...(body !== undefined && { body: Buffer.from(body) }) };
}

function bodyAs({ headers, body }: WitnessRequest): string | undefined {
  const type = headers["content-type"] ?? "";
  if (body === undefined) return undefined;
  if (isJson(type) || type.includes("*")) return JSON.stringify(body);
  if (type === "application/x-www-form-urlencoded") return writeForm(body);
  return typeof body === "string" && !type.startsWith("multipart/") ? body : undefined;
}
