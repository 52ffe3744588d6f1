import type { Contract, Operation } from "../../contracts/index.ts";
import type { Property } from "../scope/property.ts";

/** An operation that can be tried, and what is claimed of it. */
export interface Chosen {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly properties: readonly Property[];
}
