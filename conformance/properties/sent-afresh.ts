import { type Json, isJson, isObject, readQuery, splitPointer } from "../../contracts/index.ts";
import { type Exchange, type WireRequest, jsonIn, memberKey } from "../model/exchange.ts";
import { rolesFor } from "../model/roles.ts";
import { saysConflict } from "../model/refusal-words.ts";
import type { Scope } from "../scope/scope.ts";
import { freshened } from "../requests/freshened.ts";
import { getContentType } from "../model/response-media.ts";

/** Maximum number of retries after a conflict. */
const MAX_RETRIES = 3;
/** Maximum number of keys that are generated to find an unused one. */
const MAX_KEYS = 10;

/**
 * Sends a coverage request. On a conflict, such as a name that exists, it retries with other texts and the same tested value,
 * because a conflict says nothing about that value. `tested` names the members with tested values, if several are tested.
 */
export async function sentAfresh(
  request: WireRequest,
  scope: Scope,
  tested: ReadonlySet<string> | undefined = findTestedMembers(request, scope),
): Promise<Exchange> {
  const { coverage, exchange } = scope;
  if (!coverage || !tested) return exchange(request);
  const keyed = withUnusedKey(request, tested, scope);
  let answered = coverage.variants > 0 ? undefined : await exchange(keyed);
  const isTaken = (sent: Exchange): boolean =>
    saysConflict(sent.response) || mayBeTaken(sent, { request, tested, scope });
  for (let retry = 0; retry < MAX_RETRIES && (!answered || isTaken(answered)); retry++) {
    const variant = coverage.variants + 1;
    const other = withOtherTexts(request, { tested, variant, scope });
    if (!other) break;
    coverage.variants = variant;
    answered = await exchange(other);
  }
  return answered ?? exchange(keyed);
}

/** True for the refusal of a valid request with a text that was accepted before, and that may have to be unique. */
function mayBeTaken(
  { request: sentRequest, response }: Exchange,
  { request, tested, scope }: Pick<Variant, "tested" | "scope"> & { readonly request: WireRequest },
): boolean {
  const { coverage, operation, acceptedMembers } = scope;
  const isValid = coverage?.valid.some((each) => each.request === request) === true;
  if (!isValid || operation.method !== "POST" || (response.status !== 400 && response.status !== 422)) return false;
  const sent = jsonIn(sentRequest);
  if (!isObject(sent)) return false;
  return Object.entries(sent).some(
    ([name, value]) => typeof value === "string" && !tested.has(name) && acceptedMembers.has(memberKey(name, value)),
  );
}

/** Member of the body that a coverage request tests. Undefined for another request. */
function findTestedMembers(request: WireRequest, { coverage }: Scope): ReadonlySet<string> | undefined {
  const covering = [...(coverage?.valid ?? []), ...(coverage?.invalid ?? [])].find((each) => each.request === request);
  if (!covering) return undefined;
  const [, own] = /^body\/([^/]*)/.exec(covering.place) ?? [];
  return new Set(splitPointer(`/${own ?? ""}`));
}

interface Variant {
  readonly tested: ReadonlySet<string>;
  readonly variant: number;
  readonly scope: Scope;
}

/** The request with other texts and the same validity. Returns undefined if it has no free texts. */
function withOtherTexts(request: WireRequest, { tested, variant, scope }: Variant): WireRequest | undefined {
  const { contract, operation, coverage, seed } = scope;
  const body = jsonIn(request);
  if (!isObject(body) || !isJson(getContentType(request))) return undefined;
  // A member that the query has as well keeps its value: both are one.
  const inQuery = readQuery(request.path.split("?", 2)[1] ?? "").map(([name]) => name);
  const kept = new Set([...tested, ...Object.keys(coverage?.references ?? {}), ...inQuery]);
  const key = findKeyName(body, scope);
  const fresh = freshened(body, { contract, operation, kept, key, name: `${seed} ${variant}` });
  return fresh && { ...request, body: JSON.stringify(fresh) };
}

/** The request with another key of the new item, if the target has accepted its key before and it is not tested. */
function withUnusedKey(request: WireRequest, tested: ReadonlySet<string>, scope: Scope): WireRequest {
  const { contract, operation, seed, acceptedMembers } = scope;
  const body = jsonIn(request);
  const key = isJson(getContentType(request)) ? findKeyName(body, scope) : undefined;
  if (!isObject(body) || key === undefined || tested.has(key)) return request;
  const kept = new Set(Object.keys(body).filter((name) => name !== key));
  for (let attempt = 0; attempt < MAX_KEYS && acceptedMembers.has(memberKey(key, body[key] as Json)); attempt++) {
    const name = `${seed} key ${acceptedMembers.size} ${attempt}`;
    const fresh = freshened(body, { contract, operation, kept, key, name });
    const isUnused = fresh !== undefined && !acceptedMembers.has(memberKey(key, fresh[key] as Json));
    if (isUnused) return { ...request, body: JSON.stringify(fresh) };
  }
  return request;
}

/** Name of the member with the key that a body chooses for a new item. */
function findKeyName(body: Json | undefined, { contract, operation }: Scope): string | undefined {
  const { kind, idProperty } = rolesFor(contract).get(operation) ?? {};
  if (kind !== "create" || idProperty === undefined || !isObject(body)) return undefined;
  if (Object.hasOwn(body, idProperty)) return idProperty;
  return undefined;
}
