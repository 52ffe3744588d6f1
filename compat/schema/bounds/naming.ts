/** What a shape says of the members that there are. */
export interface Naming {
  readonly names: readonly string[];
  /** Whether it says by a schema what a member is that it does not name. */
  invites(name: string): boolean;
}

/** Whether any of some shapes names a member, or says what those are that it does not name. */
export function namingOf(shapes: readonly Naming[]): (name: string) => boolean {
  const named = new Set(shapes.flatMap(({ names }) => names));
  return (name) => named.has(name) || shapes.some(({ invites }) => invites(name));
}
