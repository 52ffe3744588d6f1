import { type Contract, type Operation, ToolError, knownHint } from "../../contracts/index.ts";
import { operationsNamed } from "./operations-named.ts";

/** Settings of single operations, which have precedence over those of the run. */
export interface OperationSettings {
  /** Most requests of a property to the operation. */
  readonly runs?: number;
  /** Responses that take longer are findings. */
  readonly maxResponseMs?: number;
  /** Checks and properties that are not judged. */
  readonly skip?: readonly string[];
}

/** Settings by operation. */
export interface SettingsByOperation {
  of(operation: Operation): OperationSettings;
  /** True for a finding of a check that its operation skips. */
  isSkipped(finding: { readonly api: string; readonly operation: string; readonly check: string }): boolean;
  /** True if any operation has a time limit of its own. */
  readonly hasTimeLimit: boolean;
}

/**
 * Settings of the operations that names select. If several names select one operation, the last one has precedence, and
 * all skipped checks count.
 * @throws ToolError "unknown-operation" for a name without operations, "unknown-check" for an unknown check.
 */
export function createOperationSettings(
  settings: Readonly<Record<string, OperationSettings>> = {},
  { contracts, checkIds }: { readonly contracts: readonly Contract[]; readonly checkIds: readonly string[] },
): SettingsByOperation {
  const found = new Map<string, OperationSettings>();
  const toSettingKey = (api: string, operation: string): string => `${api} ${operation}`;
  for (const [name, given] of Object.entries(settings)) {
    const odd = given.skip?.find((id) => !checkIds.includes(id));
    if (odd !== undefined)
      throw new ToolError("unknown-check", `Cannot skip the check "${odd}" of "${name}": there is no such check`, {
        hint: knownHint(odd, checkIds),
      });
    for (const operation of operationsNamed(name, contracts, "configure")) {
      const key = toSettingKey(operation.api, operation.name);
      const before = found.get(key) ?? {};
      found.set(key, { ...before, ...given, skip: [...(before.skip ?? []), ...(given.skip ?? [])] });
    }
  }
  return {
    of: ({ api, name }) => found.get(toSettingKey(api, name)) ?? {},
    isSkipped: ({ api, operation, check }) => found.get(toSettingKey(api, operation))?.skip?.includes(check) === true,
    hasTimeLimit: [...found.values()].some(({ maxResponseMs }) => maxResponseMs !== undefined),
  };
}
