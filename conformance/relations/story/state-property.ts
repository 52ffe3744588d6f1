import { type StateProperty, statePropertyIn } from "../../../contracts/index.ts";
import type { Story } from "./relation.ts";

/** The property that holds the state of the items. Undefined if the read response has none. */
export function statePropertyOf({ contract, resource }: Story): StateProperty | undefined {
  return statePropertyIn(contract, resource.operationOf("read"), resource.roleOf("read"));
}
