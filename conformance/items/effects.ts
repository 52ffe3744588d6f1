import { isDeepStrictEqual } from "node:util";
import type { Leftover } from "./leftover.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  areOpposite,
  canonicalPath,
  isObject,
} from "../../contracts/index.ts";
import { isSecretName } from "../../contracts/secrets/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../model/exchange.ts";
import { rolesFor } from "../model/roles.ts";
import { type OperationRequest, pathWithoutVerb, pathsUpFrom, resolveReading, resolveRequest } from "./places.ts";
import type { RequestToSend } from "./request-to-send.ts";

const destroying = /^(delete|remove|destroy|purge|erase|wipe|truncate|clear|flush|drop|reset)$/;
const reading =
  /^(search|find|query|filter|lookup|list|get|read|fetch|count|validate|verify|check|preview|estimate|calculate|compute|simulate|render|convert|parse|format|translate|test|ping|quote|echo|compare|introspect)$/;
const password = /passw|pin$/i;

/** True for a request that deletes items, by its method, its role, or the words of its path. */
export function isDestructive({ method }: WireRequest, operation: Operation, role: Role | undefined): boolean {
  if (method === "DELETE") return true;
  if (operation.safe || method === "GET" || method === "HEAD") return false;
  if (role?.kind === "delete") return true;
  const isDestroying = listLastWords(operation).some((word) => destroying.test(word));
  return isDestroying && !password.test(operation.path);
}

/** True for an operation whose words say that it changes nothing, such as "POST /orders/validate". */
export function isReadLike(operation: Operation, role: Role | undefined): boolean {
  if (operation.safe || role?.kind === "list" || role?.kind === "read") return true;
  return reading.test(listLastWords(operation)[0] ?? "") || reading.test(splitEnglishWords(operation.id)[0] ?? "");
}

/** Words of the last segment of a path, unless it is a parameter. */
function listLastWords({ path }: Operation): readonly string[] {
  const segment = canonicalPath(path).split(/[/:]/).at(-1) ?? "";
  if (segment.includes("{")) return [];
  return splitEnglishWords(segment);
}

function splitEnglishWords(text: string): readonly string[] {
  return text
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

const ownIds = /^(_?id|uuid|guid)$/i;

/** Reason why the effect of an accepted request stays, as far as its response says. */
export function effectReason({ response }: Exchange): string {
  const body = jsonIn(response);
  const inner = isObject(body) ? [body, ...Object.values(body)].filter((each) => isObject(each)) : [];
  const hasToken = inner.some((each) => Object.keys(each).some((name) => isSecretName(name)));
  if (hasToken) return "its response has a token or another secret, which stays valid";
  const hasId = inner.some((each) => Object.keys(each).some((name) => ownIds.test(name)));
  if (hasId) return "its response has an id, but no operation is known that removes the item";
  return "its response does not show what it made or changed";
}

/** Role of an operation. Undefined if the request has another method. */
export function findRequestRole({ request, operation, contract }: RequestToSend): Role | undefined {
  if (request.method === operation.method) return rolesFor(contract).get(operation);
  return undefined;
}

/** True for an operation whose only required parameters are in its path. */
export function isByPathAlone({ parameters }: Operation): boolean {
  return parameters.every((parameter) => parameter.in === "path" || !parameter.required);
}

export function isCreating({ kind }: Role): boolean {
  return kind === "create" || kind === "copy";
}

export function isWrite({ method }: WireRequest, role: Role | undefined): boolean {
  return method === "PUT" || method === "PATCH" || role?.kind === "replace" || role?.kind === "update";
}

/** True for a status that does not say how far the target came: 5xx, except "not implemented". */
export function mayHaveFailedLate({ response: { status } }: Exchange): boolean {
  return status >= 500 && status !== 501;
}

/** Paths of the items above a path, the longest first. */
export function itemsAbove(contract: Contract, path: string): readonly string[] {
  return pathsUpFrom(path)
    .slice(1)
    .filter((each) => resolveReading(contract, each)?.operation.path.endsWith("}") === true);
}

/** Path of the item, or of the part of one, that a request concerns: the longest one that an operation reads. */
export function findSubjectPath(request: WireRequest, operation: Operation, contract: Contract): string | undefined {
  return pathsUpFrom(pathWithoutVerb(request, operation)).find((each) => resolveReading(contract, each) !== undefined);
}

/** True for an id that a URL can name. It cannot name half of a surrogate pair. */
export function isNameable(id: Json | undefined): boolean {
  return typeof id !== "string" || id.isWellFormed();
}

/** Entry for a request of which nothing shows what it did. */
function unknownEffect({ operation, as }: RequestToSend, reason: string): Leftover {
  const entry = { api: operation.api, operation: operation.name, effect: "unknown", path: null, reason } as const;
  if (as) return { ...entry, by: `with ${as.description}` };
  return entry;
}

/** Requests of the actions on an item that undo some of those that were done to it: "/off" for "POST /flags/{id}/on". */
export function findOppositeActions(
  contract: Contract,
  item: OperationRequest,
  done: ReadonlySet<string>,
): readonly OperationRequest[] {
  const actions = contract.operations.filter((each) => !each.safe && wordBelow(each, item.operation) !== undefined);
  const words = actions.filter(({ name }) => done.has(name)).map((each) => wordBelow(each, item.operation) as string);
  return words.flatMap((word) =>
    actions.flatMap((action) => {
      const own = wordBelow(action, item.operation) as string;
      const separator = canonicalPath(action.path).at(-own.length - 1);
      const found =
        areOpposite(word, own) && resolveRequest(contract, action.method, item.request.path + separator + own);
      return found ? [found] : [];
    }),
  );
}

/** The word that an action adds to the path of an item. Undefined for other operations. */
function wordBelow({ path }: Operation, item: Operation): string | undefined {
  const [own, above] = [canonicalPath(path), canonicalPath(item.path)];
  const word = own.startsWith(above) ? /^[/:]([^/:{}]+)$/.exec(own.slice(above.length))?.[1] : undefined;
  if (word?.toLowerCase() === word) return word;
  return undefined;
}

/** Effects of requests that no response shows. */
export interface UnseenEffects {
  /** Registers a request of which nothing shows what it did. */
  add(sent: RequestToSend, reason: string): void;
  /** Registers an action on an item of the run. */
  recordAction(exchange: Exchange, sent: RequestToSend, item: string | undefined): void;
  /** Registers what a response shows of the item at a path. An item that differs shows the actions before. */
  recordShown(item: string, exchange: Exchange): void;
  leftovers(): readonly Leftover[];
}

/** Item of the run: what was shown last, and the operations that acted on it since then. */
interface ActedItem {
  shown: JsonObject | undefined;
  readonly actions: Set<string>;
}

const UNSEEN = "its effect cannot be seen, because its item shows no change";

export function createUnseenEffects(): UnseenEffects {
  const unknown: Leftover[] = [];
  const actions: RequestToSend[] = [];
  const items = new Map<string, ActedItem>();
  /** Operations whose effect a response has shown. */
  const seen = new Set<string>();
  return {
    add(sent, reason) {
      unknown.push(unknownEffect(sent, reason));
    },
    recordAction(exchange, sent, item) {
      actions.push(sent);
      if (item === undefined) return;
      getActedItem(item).actions.add(toActionKey(sent));
      recordShown(item, exchange);
    },
    recordShown,
    leftovers: () => [
      ...unknown,
      ...actions.filter((sent) => !seen.has(toActionKey(sent))).map((sent) => unknownEffect(sent, UNSEEN)),
    ],
  };

  function recordShown(path: string, { response }: Exchange): void {
    const item = getActedItem(path);
    const shown = jsonIn(response);
    if (!isObject(shown)) return;
    const names = Object.keys(item.shown ?? {}).filter((name) => Object.hasOwn(shown, name));
    const equal = names.map((name) => isDeepStrictEqual(item.shown?.[name], shown[name]));
    // A response without any known member, such as { "queued": true }, does not show the item.
    if (item.shown !== undefined && !equal.includes(true)) return;
    if (equal.includes(false)) for (const action of item.actions) seen.add(action);
    item.actions.clear();
    item.shown = shown;
  }

  function getActedItem(path: string): ActedItem {
    const item = items.get(path) ?? { shown: undefined, actions: new Set() };
    items.set(path, item);
    return item;
  }
}

function toActionKey({ operation }: RequestToSend): string {
  return `${operation.api} ${operation.name}`;
}
