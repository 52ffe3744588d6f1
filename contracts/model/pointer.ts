import type { Json } from "./json.ts";

/** Appends reference tokens to a JSON pointer (RFC 6901). */
export function join(pointer: string, ...tokens: readonly (string | number)[]): string {
  let result = pointer;
  for (const token of tokens) result = below(result, token);
  return result;
}

/** Appends one reference token: asked for with every node of a document. */
export function below(pointer: string, token: string | number): string {
  if (typeof token === "number") return `${pointer}/${token}`;
  const isPlain = !token.includes("/") && !token.includes("~");
  return `${pointer}/${isPlain ? token : token.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The reference tokens of a JSON pointer, decoded. */
export function tokensOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer.split("/").slice(1).map(decodeToken);
}

/** The pointer of the fragment of a `$ref`, percent-decoded: "#/a%20b" is "/a b". */
export function pointerOfFragment(fragment: string): string {
  if (!fragment.includes("%")) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The pointer that a `$ref` inside the same document leads to. */
export function targetPointer(reference: string): string {
  return pointerOfFragment(reference.slice(1));
}

/** The `$ref` to a pointer of the same document. */
export function referenceTo(pointer: string): string {
  return `#${encodeURI(pointer.toWellFormed()).replaceAll("#", "%23")}`;
}

/** The value at a pointer, or undefined where there is none. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  return follow(root, pointer).value;
}

/** As much of a pointer as leads to a value. */
export function knownPart(root: Json, pointer: string): string {
  return pointer.slice(0, follow(root, pointer).known);
}

/** In one pass, without a list of tokens: a pointer may be longer than any document is deep, and most are followed often. */
function follow(root: Json, pointer: string): { readonly value: Json | undefined; readonly known: number } {
  let value: Json | undefined = root;
  let known = 0;
  while (known < pointer.length) {
    const next = pointer.indexOf("/", known + 1);
    const until = next < 0 ? pointer.length : next;
    value = memberOf(value, decodeToken(pointer.slice(known + 1, until)));
    if (value === undefined) break;
    known = until;
  }
  return { value, known };
}

function memberOf(value: Json, token: string): Json | undefined {
  if (value === null || typeof value !== "object") return undefined;
  if (!Object.hasOwn(value, token) || (Array.isArray(value) && token === "length")) return undefined;
  return (value as Readonly<Record<string, Json>>)[token];
}

function decodeToken(token: string): string {
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}
