/** Names of the members that an alternative describes. */
export interface Naming {
  readonly names: readonly string[];
  /** Checks that a schema describes additional members of this name. */
  describesName(name: string): boolean;
}

/** Checks that any of several alternatives names a member, or describes additional members. */
export function createNamingTest(shapes: readonly Naming[]): (name: string) => boolean {
  const named = new Set(shapes.flatMap(({ names }) => names));
  return (name) => named.has(name) || shapes.some(({ describesName: invites }) => invites(name));
}
