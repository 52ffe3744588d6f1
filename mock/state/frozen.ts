/**
 * A value that nobody can change any more, nor anything in it: what the mock keeps is shared, and so it is
 * handed out to the code of others. Nothing is copied, and what was frozen before is not looked through again.
 */
export function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) frozen(member);
  return value;
}
