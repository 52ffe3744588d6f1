/** More than any document that a person wrote: the largest published ones have a million values. */
const MAX_VALUES = 5_000_000;

/** Deeper than any document that a person wrote; shallower than the stack. */
const MAX_LEVELS = 1000;

/**
 * Why a parsed file is too much to work with, if it is. YAML aliases can make a short file grow
 * without end, or contain itself.
 */
export function excessOf(root: unknown): string | undefined {
  let values = 0;
  return exceeds(root, 0);

  function exceeds(value: unknown, level: number): string | undefined {
    if (++values > MAX_VALUES) return `it holds more than ${MAX_VALUES / 1e6} million values`;
    if (typeof value !== "object" || value === null) return undefined;
    if (level > MAX_LEVELS) return `it nests more than ${MAX_LEVELS} levels`;
    for (const key in value) {
      const excess = exceeds((value as Record<string, unknown>)[key], level + 1);
      if (excess !== undefined) return excess;
    }
    return undefined;
  }
}
