/** Object whose members that may be undefined are absent instead. */
type OmitUndefined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Object with the members that are not undefined, in their order. */
export function omitUndefined<T extends object>(members: T): OmitUndefined<T> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) kept[name] = value;
  return kept as OmitUndefined<T>;
}
