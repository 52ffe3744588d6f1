import type { Contract, Operation } from "../../contracts/index.ts";
import type { Property } from "../scope/property.ts";

/** Operation to test, and its properties. */
export interface ChosenOperation {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly properties: readonly Property[];
}
