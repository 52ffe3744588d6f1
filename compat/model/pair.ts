/** A part in base and revision, or in only one of them. */
export interface Pair<T> {
  readonly base?: T;
  readonly revision?: T;
}

/** A part that both base and revision have. */
export type Both<T> = Required<Pair<T>>;
