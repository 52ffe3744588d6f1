import type { Json, JsonSchema } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { isRawNumber } from "../parsing/exact-numbers.ts";
import { memberSchemaOf, membersOf, partsOf } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import { isCompanion, isCount, isHolder, isSecretCookie, isSecretHeader, isSecretName, isSignature } from "./names.ts";
import { isCard } from "./numbers.ts";
import { MASK, maskForms, maskMarked, maskMembersOf, maskQuery } from "./text.ts";

/** Headers without credentials; of an Authorization its scheme stays. */
export function maskHeaders(
  headers: Readonly<Record<string, string | undefined>>,
  operation: Operation | undefined,
  contracts: readonly Contract[] = [],
): Record<string, string> {
  const keys = keyNames(operation, "header", contracts);
  const shown = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const isSecret = isSecretHeader(name) || keys.has(name.toLowerCase());
    return [[name, isSecret ? maskCredential(value) : maskForms(value)] as const];
  });
  return Object.fromEntries(shown);
}

/** The cookies of a request that a contract describes, without the values of those that are called like secrets. */
export function maskCookies(text: string): string {
  // What follows without a name belongs to the cookie before it.
  const cookies = text.split(/; (?=[^=;]*=)/);
  const shown = cookies.map((cookie) => {
    const name = cookie.slice(0, Math.max(cookie.indexOf("="), 0));
    return name === "" || isSecretCookie(name) ? `${name}=${MASK}` : maskForms(cookie);
  });
  return shown.join("; ");
}

/** A URL without the secrets in its query. */
export function maskUrl(url: string, operation: Operation | undefined, contracts: readonly Contract[] = []): string {
  const mark = url.indexOf("?");
  if (mark < 0) return maskForms(url);
  const keys = keyNames(operation, "query", contracts);
  const isSecret = (name: string): boolean => keys.has(name.toLowerCase());
  const isKnown = (name: string): boolean => operation?.parameters.some((each) => each.name === name) ?? false;
  return `${maskForms(url.slice(0, mark))}?${maskQuery(url.slice(mark + 1), { isSecret, isKnown })}`;
}

/** A value without its secrets: members that are writeOnly by their schema, or secret by their name. */
export function maskValue(value: Json, contract: Contract | undefined, schema: JsonSchema = true): Json {
  if (typeof value === "string") return maskForms(value);
  if (typeof value === "number") return isCard(String(value)) ? MASK : value;
  if (Array.isArray(value)) {
    const items: JsonSchema = contract ? { allOf: membersOf(contract, schema, "items") } : true;
    return value.map((item: Json) => maskValue(item, contract, items));
  }
  if (!isObject(value) || isRawNumber(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const inner = contract ? memberSchemaOf(contract, schema, name) : true;
    const shown = maskMarked(name);
    if (isWriteOnly(contract, inner)) return [shown, MASK] as const;
    // Many tokens may be a number of them.
    const isSecret = isSecretName(name) && !isCount(name, member) && !(isObject(member) && isHolder(name));
    return [shown, isSecret ? maskAll(member, contract, inner) : maskValue(member, contract, inner)] as const;
  });
  return Object.fromEntries(members);
}

/**
 * A value that stands at a place such as "body.user.password", or `query["api key"]`, without its secrets: nothing but its
 * form, where a name on the way says that it is one.
 */
export function maskPlaced(value: Json, place: string): Json {
  const names = namesOfPlace(place);
  const isSent = (index: number): boolean =>
    /^(query|header)$/.test(names[index - 1] ?? "") && !names.slice(0, index).includes("body");
  const at = names.findLastIndex((name, index) => isSecretName(name) || (isSent(index) && isSignature(name)));
  const isSecret = at >= 0 && !names.slice(at + 1).some(isCompanion);
  return isSecret ? maskAll(value, undefined, true) : maskValue(value, undefined);
}

/** The names in a place. Of a quoted name that was cut, and so has no quote at its end, each word is one. */
function namesOfPlace(place: string): string[] {
  return [...place.matchAll(/"(?:[^"\\]|\\.)*(?<end>"?)|[\w$-]+/g)].flatMap(([name, end]) =>
    end === "" ? (name.match(/[\w$-]+/g) ?? []) : [name],
  );
}

/** What is called a secret, with nothing but its form and what is told beside it. */
function maskAll(value: Json, contract: Contract | undefined, schema: JsonSchema): Json {
  if (value === null || typeof value === "boolean") return value;
  if (Array.isArray(value)) {
    const items: JsonSchema = contract ? { allOf: membersOf(contract, schema, "items") } : true;
    return value.map((item: Json) => maskAll(item, contract, items));
  }
  if (!isObject(value)) return MASK;
  const members = Object.entries(value).map(([name, member]) => {
    const inner = contract ? memberSchemaOf(contract, schema, name) : true;
    return [
      maskMarked(name),
      isCompanion(name) && !isWriteOnly(contract, inner)
        ? maskValue(member, contract, inner)
        : maskAll(member, contract, inner),
    ] as const;
  });
  return Object.fromEntries(members);
}

/** Whether a JSON pointer into a value leads to a secret, or into one. */
export function isSecretPlace(pointer: string, contract: Contract | undefined, schema: JsonSchema = true): boolean {
  let current = schema;
  return pointer.split("/").some((token, index) => {
    if (index === 0) return false;
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isSecretName(name)) return true;
    if (!contract) return false;
    const items = /^\d+$/.test(name) ? membersOf(contract, current, "items") : [];
    current = items.length > 0 ? { allOf: items } : memberSchemaOf(contract, current, name);
    return isWriteOnly(contract, current);
  });
}

/** A text that is JSON in part, a form or GraphQL, without the values of members that are secret anywhere in the contract. */
export function maskText(text: string, contract: Contract | undefined): string {
  const names = contract && writeOnlyNames(contract);
  return maskMembersOf(text, (name) => isSecretName(name) || names?.has(name) === true);
}

function isWriteOnly(contract: Contract | undefined, schema: JsonSchema): boolean {
  if (!contract) return false;
  return partsOf(contract, schema).some((part) => part["writeOnly"] === true || part["format"] === "password");
}

const known = new WeakMap<Contract, ReadonlySet<string>>();

/** The names of all properties of a contract that are writeOnly somewhere. */
function writeOnlyNames(contract: Contract): ReadonlySet<string> {
  let names = known.get(contract);
  if (!names) known.set(contract, (names = new Set(namesIn(contract.document, contract))));
  return names;
}

function namesIn(node: Json, contract: Contract): string[] {
  if (Array.isArray(node)) return node.flatMap((item: Json) => namesIn(item, contract));
  if (!isObject(node)) return [];
  const { properties } = node;
  const own = isObject(properties) ? Object.entries(properties) : [];
  return [
    ...own.filter(([, schema]) => isObject(schema) && isWriteOnly(contract, schema)).map(([name]) => name),
    ...Object.values(node).flatMap((member) => namesIn(member, contract)),
  ];
}

type KeyPlace = "header" | "query";

/**
 * In which headers or query parameters an operation takes API keys, in lower case, and any operation of some contracts: a
 * key may be sent where none is wanted, or to an address that there is not.
 */
function keyNames(
  operation: Operation | undefined,
  place: KeyPlace,
  contracts: readonly Contract[],
): ReadonlySet<string> {
  if (contracts.length === 0) return new Set(operation ? keysOf([operation], place) : []);
  return new Set(contracts.flatMap((contract) => [...keysOfContract(contract)[place]]));
}

const keysKnown = new WeakMap<Contract, Readonly<Record<KeyPlace, ReadonlySet<string>>>>();

function keysOfContract(contract: Contract): Readonly<Record<KeyPlace, ReadonlySet<string>>> {
  let keys = keysKnown.get(contract);
  if (!keys) {
    const { operations } = contract;
    keys = { header: new Set(keysOf(operations, "header")), query: new Set(keysOf(operations, "query")) };
    keysKnown.set(contract, keys);
  }
  return keys;
}

function keysOf(operations: readonly Operation[], place: KeyPlace): string[] {
  return operations
    .flatMap(({ security }) => security.flat())
    .filter((scheme) => scheme.type === "apiKey" && scheme.in === place)
    .map(({ parameter = "" }) => parameter.toLowerCase());
}

/** What a credential is replaced by: its scheme stays. */
export function maskCredential(value: string): string {
  return (/^(Bearer|Basic) /i.exec(value)?.[0] ?? "") + MASK;
}
