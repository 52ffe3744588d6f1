import type { Trial } from "./trial.ts";
import { scopeBefore } from "./create-scope.ts";
import type { Property } from "../scope/property.ts";
import type { Scope } from "../scope/scope.ts";

/** What is worked out of items that are known, and takes its time. */
const costly: readonly (string | symbol)[] = ["coverage", "requests", "known"] satisfies (keyof Scope)[];

class Costly extends Error {}

/**
 * Whether any of the chosen properties may be about an operation, as far as that can be told before anything is asked
 * for, or made, that it needs.
 */
export function isConcerned(trial: Trial): boolean {
  const some = trial.properties.filter(({ writes }) => !writes || trial.session.mode !== "read-only");
  const scope = scopeBefore(trial);
  const cheap = new Proxy(scope, {
    get(all, name) {
      if (costly.includes(name)) throw new Costly();
      return Reflect.get(all, name) as unknown;
    },
  });
  // Without items there may be no plain request at all, and with them there is.
  const may = (property: Property): boolean => scope.coverage === undefined || property.applies(scope);
  return (
    some.some((property) => applies(property, cheap) === true) ||
    some.some((property) => applies(property, cheap) === undefined && may(property))
  );
}

function applies(property: Property, scope: Scope): boolean | undefined {
  try {
    return property.applies(scope);
  } catch (error) {
    if (error instanceof Costly) return undefined;
    throw error;
  }
}
