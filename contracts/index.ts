export type * from "./model/contract.ts";
export { ToolError } from "./model/error.ts";
export { loadContract, loadContracts, loadPlatform, locate } from "./model/load.ts";
export { join as joinPointer, tokensOf, valueAt } from "./model/pointer.ts";
export { type JsonType, membersOf, partsOf, propertyNamesOf, targetOf, typeOf, typesOf } from "./model/schema.ts";
export { isObject } from "./model/shapes.ts";
export { type Direction, type Validate, type Violation, acceptorOf, validatorOf } from "./model/validator.ts";
