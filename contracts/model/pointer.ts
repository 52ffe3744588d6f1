import type { Json } from "./json.ts";

/** Appends reference tokens to a JSON pointer (RFC 6901). */
export function join(pointer: string, ...tokens: readonly (string | number)[]): string {
  let result = pointer;
  for (const token of tokens) result = appendToken(result, token);
  return result;
}

/** Appends one reference token. Faster than `join()`, because tree walks call it for every node. */
export function appendToken(pointer: string, token: string | number): string {
  if (typeof token === "number") return `${pointer}/${token}`;
  const isPlain = !token.includes("/") && !token.includes("~");
  return `${pointer}/${isPlain ? token : token.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Returns the decoded reference tokens of a JSON pointer. */
export function splitPointer(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer.split("/").slice(1).map(decodeToken);
}

/** Returns the pointer in the fragment of a `$ref`, percent-decoded: "/a%20b" gives "/a b". */
export function pointerOfFragment(fragment: string): string {
  if (!fragment.includes("%")) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Returns the pointer that a local `$ref` ("#/…") refers to. */
export function targetPointer(reference: string): string {
  return pointerOfFragment(reference.slice(1));
}

/** Returns the local `$ref` for a pointer. */
export function referenceTo(pointer: string): string {
  return `#${encodeURI(pointer.toWellFormed()).replaceAll("#", "%23")}`;
}

/** Returns the value at a pointer, or undefined if there is none. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  return resolvePointer(root, pointer).value;
}

/** Returns the longest prefix of a pointer at which a value exists. */
export function existingPrefix(root: Json, pointer: string): string {
  return pointer.slice(0, resolvePointer(root, pointer).length);
}

/** Resolves a pointer without a list of tokens, because the same long pointers are resolved many times. */
function resolvePointer(root: Json, pointer: string): { readonly value: Json | undefined; readonly length: number } {
  let value: Json | undefined = root;
  let length = 0;
  while (length < pointer.length) {
    const next = pointer.indexOf("/", length + 1);
    const tokenEnd = next < 0 ? pointer.length : next;
    value = ownMember(value, decodeToken(pointer.slice(length + 1, tokenEnd)));
    if (value === undefined) break;
    length = tokenEnd;
  }
  return { value, length };
}

function ownMember(value: Json, token: string): Json | undefined {
  if (value === null || typeof value !== "object") return undefined;
  if (!Object.hasOwn(value, token) || (Array.isArray(value) && token === "length")) return undefined;
  return (value as Readonly<Record<string, Json>>)[token];
}

function decodeToken(token: string): string {
  if (token.includes("~")) return token.replaceAll("~1", "/").replaceAll("~0", "~");
  return token;
}
