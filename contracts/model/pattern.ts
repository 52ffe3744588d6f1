/** A pattern of JSON Schema: Unicode, or without where only that makes sense of it; undefined where nothing does. */
export function regExpOf(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}
