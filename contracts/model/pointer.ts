import type { Json } from "./contract.ts";

/** Appends reference tokens to a JSON pointer (RFC 6901). */
export function join(pointer: string, ...tokens: readonly (string | number)[]): string {
  let result = pointer;
  for (const token of tokens) {
    const text = String(token);
    result += `/${text.includes("~") || text.includes("/") ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text}`;
  }
  return result;
}

/** The reference tokens of a JSON pointer, decoded. */
export function tokensOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer.split("/").slice(1).map(decodeToken);
}

/** The pointer of the fragment of a `$ref`, percent-decoded: "#/a%20b" is "/a b". */
export function pointerOfFragment(fragment: string): string {
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
  let value: Json | undefined = root;
  for (const token of tokensOf(pointer)) {
    if (value === null || typeof value !== "object") return undefined;
    if (!Object.hasOwn(value, token) || (Array.isArray(value) && token === "length")) return undefined;
    value = (value as Readonly<Record<string, Json>>)[token];
  }
  return value;
}

function decodeToken(token: string): string {
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}
