import { type JsonObject, withIdShown } from "../../contracts/index.ts";
import type { Call } from "../call.ts";
import type { Address, Stored } from "../state/store.ts";
import { type ResourceContext, inPath, unwrapped } from "./resource.ts";

/** The item that a collection which nothing can fill has under every id; none in any other collection. */
export function examplesOf({ operation, role, representations, isWritable, shower }: ResourceContext) {
  return (call: Call, { organization, collection, id }: Address): Stored | undefined => {
    if (isWritable) return undefined;
    const name = `${call.seed} ${organization} ${collection}/${id}`;
    const example = unwrapped(representations.example(shower.operation, name), shower.role);
    const given = call.input.parameters[role.idParameter ?? ""];
    const value: JsonObject = {
      ...example,
      ...inPath(operation, call.input.parameters, (parent) => Object.hasOwn(example, parent)),
    };
    return {
      value: given === undefined ? value : withIdShown(value, role, representations.idAs(shower.operation, given)),
    };
  };
}
