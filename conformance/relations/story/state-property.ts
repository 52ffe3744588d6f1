import { type StateProperty, statePropertyIn } from "../../../contracts/index.ts";
import type { Story } from "./relation.ts";

/** The property that says in which state the items of a story are; undefined where what is read of one has none. */
export function statePropertyOf({ contract, resource }: Story): StateProperty | undefined {
  return statePropertyIn(contract, resource.operationOf("read"), resource.roleOf("read"));
}
