import type { JsonObject } from "../../contracts/index.ts";
import type { Handler } from "../call.ts";
import { membersIn } from "./representation.ts";
import { type ResourceContext, collectionOf, whole } from "./resource.ts";

/** A resource without an id: read, replaced and updated in one place; an example until it is written. */
export function singletonHandler(context: ResourceContext): Handler {
  const { role, representations, operation, reader } = context;
  const collection = collectionOf(role);
  const shower = reader?.operation ?? operation;
  return async (call) => {
    const address = { organization: call.world.organization, collection: collection(call), id: "" };
    const example = () => representations.example(shower, `${call.seed} ${address.organization} ${address.collection}`);
    if (operation.method === "GET") {
      const stored = await call.store.read(address);
      return stored ? { value: stored.value, stored } : { value: example() };
    }
    const body: JsonObject = membersIn(call.input.body);
    const next = await call.store.change(address, (current) =>
      whole(context, call, address, { body, current: current ?? { value: membersIn(example()) } }),
    );
    return next === null ? {} : "refused" in next ? next : { value: next.value, stored: next };
  };
}
