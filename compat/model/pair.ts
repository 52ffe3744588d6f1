/** Two parts that are the same one in base and revision, or a part that only one of them has. */
export interface Pair<T> {
  readonly base?: T;
  readonly revision?: T;
}

/** Two parts that are the same one. */
export type Both<T> = Required<Pair<T>>;
