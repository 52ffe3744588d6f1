/**
 * Function that computes its result once for each object, and keeps it as long as the object lives. For pure functions
 * of what never changes: contracts, documents, schemas.
 * @example
 * const namesOf = oncePer((contract: Contract) => new Set(contract.operations.map(({ name }) => name)));
 */
export function oncePer<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let result = results.get(key);
    if (!result) results.set(key, (result = { value: compute(key) }));
    return result.value;
  };
}
