import { type Json, isObject, joinPointer } from "../../../contracts/index.ts";

/** A pointer at which two values differ. A missing value is undefined. */
export interface Difference {
  readonly pointer: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Innermost differences between two values. */
export function differences(before: Json | undefined, after: Json | undefined, pointer = ""): Difference[] {
  const isBoth = (test: (value: Json) => boolean): boolean =>
    before !== undefined && after !== undefined && test(before) && test(after);
  if (!isBoth(isObject) && !isBoth(Array.isArray)) return Object.is(before, after) ? [] : [{ pointer, before, after }];
  const [one, other] = [before, after] as [Record<string, Json>, Record<string, Json>];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const own = (value: Record<string, Json>, key: string) => (Object.hasOwn(value, key) ? value[key] : undefined);
  return [...keys].flatMap((key) => differences(own(one, key), own(other, key), joinPointer(pointer, key)));
}
