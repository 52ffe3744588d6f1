import { type Contract, type Json, isObject, joinPointer } from "../../contracts/index.ts";
import { type WireRequest, jsonIn } from "../model/exchange.ts";
import { propertyNamesIn } from "../model/generic-pointer.ts";
import { UNKNOWN_FIELD } from "../requests/unknown-field.ts";

/** Names of undocumented fields that requests contained. A target that stores them returns them later. */
export interface SentFieldLog {
  /** Records a request. Called before its response is examined. */
  recordRequest(request: WireRequest, contract: Contract): void;
  has(name: string): boolean;
}

/** Maximum number of names kept, because keys of maps are generated for each request. */
const MAX_NAMES = 10_000;

/** The log starts with `UNKNOWN_FIELD`, which an earlier run may have left in the target. */
export function createSentFieldLog(): SentFieldLog {
  const names = new Set<string>([UNKNOWN_FIELD]);
  return {
    recordRequest: (request, contract) => collectFieldNames(jsonIn(request), propertyNamesIn(contract)),
    has: (name) => names.has(name),
  };

  function collectFieldNames(value: Json | undefined, listed: ReadonlySet<string>): void {
    if (Array.isArray(value)) for (const item of value as readonly Json[]) collectFieldNames(item, listed);
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (names.size < MAX_NAMES && !listed.has(joinPointer("", name).slice(1))) names.add(name);
      collectFieldNames(member, listed);
    }
  }
}
