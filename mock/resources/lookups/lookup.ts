import type { Lookup } from "../../../contracts/index.ts";
import type { Handler } from "../../calls/call.ts";
import { type ItemKeys, findItems } from "../find-items.ts";
import type { ResourceContext } from "../resource-context.ts";
import { compileCollection, itemAnswer, notFound } from "../resource.ts";

/** Reads one item by another member than its key. `example` answers where items exist without being created. */
export function lookupHandler({ by }: Lookup, context: ResourceContext, example: Handler): Handler {
  const { role, hasImplicitItems } = context;
  const collection = compileCollection(role);
  const keysOf: readonly ItemKeys[] = by.map(({ member }) => ({ value }) => [String(value[member] ?? "")]);
  return async (call) => {
    const asked = by.flatMap(({ member, parameter }, index) => {
      const wanted = call.input.parameters[parameter];
      if (wanted === undefined) return [];
      return [{ member, wanted: String(wanted), keysOf: keysOf[index] as ItemKeys }];
    });
    const [first, ...others] = asked;
    if (!first) return example(call);
    const found = await findItems(call, collection(call), { keysOf: first.keysOf, key: first.wanted });
    const item = found.find((each) => others.every((other) => other.keysOf(each).includes(other.wanted)));
    if (item) return itemAnswer(item, role);
    if (hasImplicitItems) return example(call);
    return notFound(role, first.wanted);
  };
}
