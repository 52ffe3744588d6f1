/** Encodes a name for a database, whose texts cannot contain NUL or half a surrogate pair. JSON escapes both. */
export function encodeName(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

/** Decodes a name from a database. */
export function decodeName(key: string): string {
  return JSON.parse(`"${key}"`) as string;
}
