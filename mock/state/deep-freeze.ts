/**
 * Freezes a value and everything in it, because code of users gets values that the mock shares. Copies nothing, and
 * skips parts that are frozen already.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
  return value;
}
