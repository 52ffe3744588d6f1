/**
 * Caches the results of a pure function by its argument, for as long as the argument exists. It is meant for arguments
 * that are created outside of plans and platforms: bodies, schemas in state, contracts that several mocks share.
 */
export function cachedBy<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let cached = values.get(key);
    if (!cached) values.set(key, (cached = { value: compute(key) }));
    return cached.value;
  };
}
