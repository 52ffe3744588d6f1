import {
  type Contract,
  type Json,
  type JsonSchema,
  type Operation,
  isObject,
  memberSchemaOf,
  membersOf,
  partsOf,
} from "../../contracts/index.ts";

export const MASK = "***";

const secretNames =
  /^(.*[_-])?(password|passwd|passphrase|secret|token|credentials?)$|(^|[_-])(api|private|access|secret)[_-]?key$|^(signing|client|access|refresh|id)(secret|token)$/i;

const secretHeaders = /^(proxy-)?authorization$|^(set-)?cookie$|(^|-)(api-?key|token|secret|password|signature)$/i;

/** Signing secrets, and tokens that carry their claims (JWT): known wherever they stand. */
const knownForms = [
  [/whsec_[A-Za-z0-9+/=_-]+/g, `whsec_${MASK}`],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, MASK],
] as const;

/** These only say where a list goes on. */
const pageTokens = /(page|next|previous|continuation|sync|cursor)[_-]?token$/i;

/** Whether a member or parameter of this name holds a secret, whatever its contract says. */
function isSecretName(name: string): boolean {
  return secretNames.test(name) && !pageTokens.test(name);
}

/** A text without the secrets that are known by their form. */
export function maskForms(text: string): string {
  return knownForms.reduce((masked, [form, mask]) => masked.replace(form, mask), text);
}

/** Headers without credentials; of an Authorization its scheme stays. */
export function maskHeaders(
  headers: Readonly<Record<string, string | undefined>>,
  operation: Operation | undefined,
): Record<string, string> {
  const keys = keyNames(operation, "header");
  const shown = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const isSecret = secretHeaders.test(name) || keys.has(name.toLowerCase());
    return [[name, isSecret ? (/^(Bearer|Basic) /i.exec(value)?.[0] ?? "") + MASK : maskForms(value)] as const];
  });
  return Object.fromEntries(shown);
}

/** A URL without the keys in its query. */
export function maskUrl(url: string, operation: Operation | undefined): string {
  const keys = keyNames(operation, "query");
  const shown = url.replace(/([?&])([^=&]*)=([^&]*)/g, (pair, mark: string, name: string) => {
    const plain = decoded(name);
    return keys.has(plain.toLowerCase()) || isSecretName(plain) ? `${mark}${name}=${MASK}` : pair;
  });
  return maskForms(shown);
}

/** A value without its secrets: members that are writeOnly by their schema, or secret by their name. */
export function maskValue(value: Json, contract: Contract | undefined, schema: JsonSchema = true): Json {
  if (typeof value === "string") return maskForms(value);
  if (Array.isArray(value)) {
    const items: JsonSchema = contract ? { allOf: membersOf(contract, schema, "items") } : true;
    return value.map((item: Json) => maskValue(item, contract, items));
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const inner = contract ? memberSchemaOf(contract, schema, name) : true;
    const isSecret = isWriteOnly(contract, inner) || (isSecretName(name) && !isObject(member) && member !== null);
    return [name, isSecret ? MASK : maskValue(member, contract, inner)] as const;
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

/** A text that is JSON in part, or a form, without the values of members that are secret anywhere in the contract. */
export function maskText(text: string, contract: Contract | undefined): string {
  const names = contract && writeOnlyNames(contract);
  const isSecret = (name: string): boolean => isSecretName(name) || names?.has(name) === true;
  let end = text.length;
  const members = text.replace(
    /"((?:[^"\\]|\\.)*)"(\s*:\s*)("(?:[^"\\]|\\.)*"?|[^\s,}\]]+)/g,
    (whole, name: string, between: string, value: string, at: number) => {
      if (!isSecret(name) || at > end) return whole;
      // Where the secret is an object or a list, nobody knows where it ends.
      if (/^[[{]/.test(value)) end = at;
      return `"${name}"${between}"${MASK}"`;
    },
  );
  if (end < text.length) return `${maskText(text.slice(0, end), contract)}${MASK}`;
  const form = members.replace(/(^|&)([^=&\s"]*)=([^&\s]*)/g, (pair, mark: string, name: string) =>
    isSecret(decoded(name)) ? `${mark}${name}=${MASK}` : pair,
  );
  return maskForms(form);
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

/** In which headers or query parameters an operation takes API keys, in lower case. */
function keyNames(operation: Operation | undefined, place: "header" | "query"): ReadonlySet<string> {
  const schemes = operation?.security.flat().filter((scheme) => scheme.type === "apiKey" && scheme.in === place) ?? [];
  return new Set(schemes.map(({ parameter = "" }) => parameter.toLowerCase()));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
