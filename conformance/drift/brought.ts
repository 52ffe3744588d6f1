import type { WireRequest } from "../model/wire-message.ts";
import { type Contract, type Json, isObject, joinPointer } from "../../contracts/index.ts";
import { jsonIn } from "../model/exchange.ts";
import { namesIn } from "../model/generic.ts";
import { UNKNOWN_FIELD } from "../requests/unknown-field.ts";

/** The names of fields that no contract lists, and that requests had: a target that keeps them shows them later. */
export interface Brought {
  /** Is told of every request before its answer is looked at. */
  sent(request: WireRequest, contract: Contract): void;
  has(name: string): boolean;
}

/** Those of maps are made up for each request: more than these are not kept. */
const MOST = 10_000;

/** An earlier run may have left its field behind. */
export function createBrought(): Brought {
  const names = new Set<string>([UNKNOWN_FIELD]);
  return {
    sent: (request, contract) => collect(jsonIn(request), namesIn(contract)),
    has: (name) => names.has(name),
  };

  function collect(value: Json | undefined, listed: ReadonlySet<string>): void {
    if (Array.isArray(value)) for (const item of value as readonly Json[]) collect(item, listed);
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (names.size < MOST && !listed.has(joinPointer("", name).slice(1))) names.add(name);
      collect(member, listed);
    }
  }
}
