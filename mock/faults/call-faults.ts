import type { Contract, EnumPolicy, Json, Operation } from "../../contracts/index.ts";
import type { Clock } from "../model/clock.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";
import { type ActiveFault, countOccurrence, createOccurredFaults } from "./active-fault.ts";
import { listRouteNames } from "./settings.ts";
import type { CallFault, ContentFault } from "./fault.ts";

type ActiveCallFault = ActiveFault<CallFault | ContentFault>;

/** The active faults of calls. */
export interface CallFaults {
  /** Counts a call. Returns the effect of the faults on it, or undefined if no fault affects it. */
  affect(contract: Contract, operation: Operation, request: MockRequest): CallEffect | undefined;
  /** Restores original values in requests, affected or not. Undefined if no active fault replaces values. */
  readonly restoreIn: ((contract: Contract) => RestoreOriginal) | undefined;
  /** Id of a new item in place of the generated one. Undefined if no active fault replaces ids. */
  readonly idOf: ((id: string) => string) | undefined;
}

/** Restores the original of a request value. The pointer is that of the value's schema. */
export type RestoreOriginal = (pointer: string, sent: Json) => Json;

/** Counts something for a fault. The name differs from those of operations. */
function counted({ counts }: ActiveCallFault, what: string): number {
  const count = (counts.get(`use ${what}`) ?? 0) + 1;
  counts.set(`use ${what}`, count);
  return count;
}

/** Effect of all faults on one call. */
interface CallEffect {
  /** Refuses the call without carrying it out. */
  readonly refusal: Refusal | undefined;
  change(response: MockResponse): MockResponse;
}

export function createCallFaults(
  { clock, seed, enums }: { readonly clock: Clock; readonly seed: string; readonly enums: EnumPolicy },
  activeFaults: readonly ActiveCallFault[],
): CallFaults {
  const restore = activeFaults.map(({ fault }) => fault.restore).find((each) => each !== undefined);
  return {
    idOf: activeFaults.map(({ fault }) => fault.idOf).find((each) => each !== undefined),
    restoreIn: restore && ((contract) => (pointer, sent) => restore(contract, pointer, sent, seed)),
    affect(contract, operation, request) {
      const affectingFaults = activeFaults.flatMap((active) => {
        const name = `${operation.api}/${operation.id}`;
        const occurrence = isInScope(active, operation) && countOccurrence(active, name);
        if (!occurrence) return [];
        const { setting, firstCalls } = active;
        const now = clock.now();
        const firstAt = firstCalls.get(name) ?? now;
        firstCalls.set(name, firstAt);
        return [
          {
            active,
            call: {
              setting,
              contract,
              operation,
              request,
              seed,
              enums,
              firstAt,
              now,
              countOf: (what: string) => counted(active, what),
              ...occurrence,
            },
          },
        ];
      });
      if (affectingFaults.length === 0) return undefined;
      const occurred = createOccurredFaults();
      return { refusal: firstRefusal(), change: applyCallFaults };

      function firstRefusal(): Refusal | undefined {
        for (const { active, call } of affectingFaults) {
          const refusal = active.fault.refuse?.(call);
          if (refusal && occurred.add(active)) return refusal;
        }
        return undefined;
      }

      function applyCallFaults(response: MockResponse): MockResponse {
        let result = response;
        for (const { active, call } of affectingFaults) {
          const changed = active.fault.change?.(result, call);
          if (changed && occurred.add(active)) result = changed;
        }
        if (occurred.faults.size === 0) return response;
        return withFaultNames(result);
      }

      function withFaultNames(response: MockResponse): MockResponse {
        const names = new Set(activeFaults.filter((each) => occurred.faults.has(each)).map(({ fault }) => fault.id));
        const headers = { ...response.headers, "concord-fault": [...names].join(", ") };
        const { transport, ...rest } = response;
        const carried = clock.isFrozen ? withoutDelay(transport) : transport;
        return { ...rest, headers, ...(carried && { transport: carried }) };
      }
    },
  };
}

function isInScope({ setting }: ActiveCallFault, operation: Operation): boolean {
  const { operations } = setting;
  // A fault of calls and deliveries does not affect calls if its scope names only events or webhooks.
  if (operations === undefined) return !("events" in setting || "webhooks" in setting);
  return listRouteNames(operation).some((name) => operations.includes(name));
}

/** Removes delays: no time passes while the clock is frozen. */
function withoutDelay(transport: MockResponse["transport"]): MockResponse["transport"] {
  if (!transport) return undefined;
  const { delay: _, pace: __, ...rest } = transport;
  if (Object.keys(rest).length === 0) return undefined;
  return rest;
}
