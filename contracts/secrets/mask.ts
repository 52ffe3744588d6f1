import { oncePer } from "../model/once-per.ts";
import type { Json, JsonSchema } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { isRawNumber } from "../parsing/exact-numbers.ts";
import { resolveMemberSchema, listMemberSchemas, listSchemaParts } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import {
  isCompanion,
  isCount,
  isSessionName,
  isSecretCookie,
  isSecretHeader,
  isSecretName,
  isSignature,
} from "./secret-names.ts";
import { isCard } from "./mask-numbers.ts";
import { MASK, maskForms, maskMarked, maskTextMembers, maskQuery } from "./mask-forms.ts";

/**
 * Headers with their secrets masked: by name, and by the API keys that the contracts declare. Signatures are masked,
 * too. The scheme of an Authorization header stays.
 */
export function maskHeadersByContract(
  headers: Readonly<Record<string, string | undefined>>,
  operation: Operation | undefined,
  contracts: readonly Contract[] = [],
): Record<string, string> {
  const keys = keyNames(operation, "header", contracts);
  const masked = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const isSecretKey = isSecretHeader(name) || keys.has(name.toLowerCase());
    return [[name, isSecretKey ? maskCredential(value) : maskForms(value)] as const];
  });
  return Object.fromEntries(masked);
}

/** Cookie header with the values of secret cookies masked. */
export function maskCookies(text: string): string {
  // A part without "=" belongs to the value of the cookie before it.
  const cookies = text.split(/; (?=[^=;]*=)/);
  const masked = cookies.map((cookie) => {
    const name = cookie.slice(0, Math.max(cookie.indexOf("="), 0));
    if (name === "" || isSecretCookie(name)) return `${name}=${MASK}`;
    return maskForms(cookie);
  });
  return masked.join("; ");
}

/** URL with the secrets in its query masked. */
export function maskUrl(url: string, operation: Operation | undefined, contracts: readonly Contract[] = []): string {
  const mark = url.indexOf("?");
  if (mark < 0) return maskForms(url);
  const keys = keyNames(operation, "query", contracts);
  const isSecretKey = (name: string): boolean => keys.has(name.toLowerCase());
  const isKnownParameter = (name: string): boolean => operation?.parameters.some((each) => each.name === name) ?? false;
  return `${maskForms(url.slice(0, mark))}?${maskQuery(url.slice(mark + 1), { isSecret: isSecretKey, isKnown: isKnownParameter })}`;
}

/** Value with its secrets masked: members that are writeOnly in their schema, or that have a secret name. */
export function maskValue(value: Json, contract: Contract | undefined, schema: JsonSchema = true): Json {
  if (typeof value === "string") return maskForms(value);
  if (typeof value === "number") return isCard(String(value)) ? MASK : value;
  if (Array.isArray(value)) {
    const items: JsonSchema = contract ? { allOf: listMemberSchemas(contract, schema, "items") } : true;
    return value.map((item: Json) => maskValue(item, contract, items));
  }
  if (!isObject(value) || isRawNumber(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const inner = contract ? resolveMemberSchema(contract, schema, name) : true;
    const maskedName = maskMarked(name);
    if (isWriteOnly(contract, inner)) return [maskedName, MASK] as const;
    // A member such as `tokens` may be a count and not a secret.
    const isSecretKey = isSecretName(name) && !isCount(name, member) && !(isObject(member) && isSessionName(name));
    return [
      maskedName,
      isSecretKey ? maskWholeValue(member, contract, inner) : maskValue(member, contract, inner),
    ] as const;
  });
  return Object.fromEntries(members);
}

/**
 * Value at a location such as "body.user.password" or `query["api key"]`, with its secrets masked. If a name in the
 * location is secret, only the structure of the value stays.
 */
export function maskPlaced(value: Json, location: string): Json {
  const names = namesInLocation(location);
  const isParameterName = (index: number): boolean =>
    /^(query|header)$/.test(names[index - 1] ?? "") && !names.slice(0, index).includes("body");
  const secretIndex = names.findLastIndex(
    (name, index) => isSecretName(name) || (isParameterName(index) && isSignature(name)),
  );
  const isSecretKey = secretIndex >= 0 && !names.slice(secretIndex + 1).some(isCompanion);
  if (isSecretKey) return maskWholeValue(value, undefined, true);
  return maskValue(value, undefined);
}

/** Names in a location. A quoted name without a closing quote was cut, so each of its words counts as a name. */
function namesInLocation(place: string): string[] {
  return [...place.matchAll(/"(?:[^"\\]|\\.)*(?<end>"?)|[\w$-]+/g)].flatMap(([name, end]) =>
    end === "" ? (name.match(/[\w$-]+/g) ?? []) : [name],
  );
}

/** Masks a secret value: only its structure and its non-secret companion members stay. */
function maskWholeValue(value: Json, contract: Contract | undefined, schema: JsonSchema): Json {
  if (value === null || typeof value === "boolean") return value;
  if (Array.isArray(value)) {
    const items: JsonSchema = contract ? { allOf: listMemberSchemas(contract, schema, "items") } : true;
    return value.map((item: Json) => maskWholeValue(item, contract, items));
  }
  if (!isObject(value)) return MASK;
  const members = Object.entries(value).map(([name, member]) => {
    const inner = contract ? resolveMemberSchema(contract, schema, name) : true;
    return [
      maskMarked(name),
      isCompanion(name) && !isWriteOnly(contract, inner)
        ? maskValue(member, contract, inner)
        : maskWholeValue(member, contract, inner),
    ] as const;
  });
  return Object.fromEntries(members);
}

/** Checks that a JSON pointer leads to a secret, or to a part of one. */
export function isSecretPlace(pointer: string, contract: Contract | undefined, schema: JsonSchema = true): boolean {
  let current = schema;
  return pointer.split("/").some((token, index) => {
    if (index === 0) return false;
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isSecretName(name)) return true;
    if (!contract) return false;
    const items = /^\d+$/.test(name) ? listMemberSchemas(contract, current, "items") : [];
    current = items.length > 0 ? { allOf: items } : resolveMemberSchema(contract, current, name);
    return isWriteOnly(contract, current);
  });
}

/**
 * Text that contains JSON, a form or GraphQL, with the values of members masked that are secret anywhere in the
 * contract.
 */
export function maskText(text: string, contract: Contract | undefined): string {
  const names = contract && writeOnlyNames(contract);
  return maskTextMembers(text, (name) => isSecretName(name) || names?.has(name) === true);
}

/** True for the schema of a value that no response shows: it is writeOnly, or a password. */
export function isWriteOnly(contract: Contract | undefined, schema: JsonSchema): boolean {
  if (!contract) return false;
  return listSchemaParts(contract, schema).some((part) => part["writeOnly"] === true || part["format"] === "password");
}

/** Names of all properties that are writeOnly anywhere in the contract. */
const writeOnlyNames = oncePer(
  (contract: Contract): ReadonlySet<string> => new Set(listWriteOnlyNames(contract.document, contract)),
);

function listWriteOnlyNames(node: Json, contract: Contract): string[] {
  if (Array.isArray(node)) return node.flatMap((item: Json) => listWriteOnlyNames(item, contract));
  if (!isObject(node)) return [];
  const { properties } = node;
  const propertyEntries = isObject(properties) ? Object.entries(properties) : [];
  return [
    ...propertyEntries.filter(([, schema]) => isObject(schema) && isWriteOnly(contract, schema)).map(([name]) => name),
    ...Object.values(node).flatMap((member) => listWriteOnlyNames(member, contract)),
  ];
}

type KeyLocation = "header" | "query";

/**
 * Headers or query parameters, in lower case, that carry API keys of an operation, or of any operation of the
 * contracts. A client may send a key where none is expected, or to an unknown path.
 */
function keyNames(
  operation: Operation | undefined,
  place: KeyLocation,
  contracts: readonly Contract[],
): ReadonlySet<string> {
  if (contracts.length === 0) return new Set(operation ? apiKeyParameters([operation], place) : []);
  return new Set(contracts.flatMap((contract) => [...apiKeysOf(contract)[place]]));
}

const apiKeysOf = oncePer(({ operations }: Contract): Readonly<Record<KeyLocation, ReadonlySet<string>>> => ({
  header: new Set(apiKeyParameters(operations, "header")),
  query: new Set(apiKeyParameters(operations, "query")),
}));

function apiKeyParameters(operations: readonly Operation[], place: KeyLocation): string[] {
  return operations
    .flatMap(({ security }) => security.flat())
    .filter((scheme) => scheme.type === "apiKey" && scheme.in === place)
    .map(({ parameter = "" }) => parameter.toLowerCase());
}

/** Placeholder for a credential that keeps its scheme. */
export function maskCredential(value: string): string {
  return (/^(Bearer|Basic) /i.exec(value)?.[0] ?? "") + MASK;
}
