import type { Check } from "../checks/check.ts";
import { CheckError } from "../checks/check-error.ts";
import { checks } from "../checks/index.ts";
import type { ConformanceProfile } from "./conformance-profile.ts";

/** Checks of every response, those of a profile last. */
export function checksWith({ checks: own = [] }: Pick<ConformanceProfile, "checks">): readonly Check[] {
  return [...checks, ...own.map(guarded)];
}

/** The check with errors that name it, because they are mistakes of its author. */
function guarded(check: Check): Check {
  const { id, claim } = check;
  return {
    id,
    claim,
    appliesTo: (exchange, context) => guard(id, () => check.appliesTo?.(exchange, context) ?? true),
    judge: (exchange, context) =>
      guard(id, () => {
        const isConcerned = check.appliesTo?.(exchange, context) ?? true;
        const flaws: unknown = isConcerned ? check.judge(exchange, context) : [];
        if (!Array.isArray(flaws)) throw new TypeError("judge() must return a list of flaws");
        const broken = flaws.find(({ key, message }) => typeof key !== "string" || typeof message !== "string");
        if (broken !== undefined) throw new TypeError("a flaw needs a key and a message");
        return flaws;
      }),
  };
}

function guard<Result>(id: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw new CheckError(id, error);
  }
}
