/** Computes a costly value on first use, and keeps it. */
export function kept<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}
