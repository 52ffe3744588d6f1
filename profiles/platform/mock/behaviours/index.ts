import type { Behaviour } from "../../../../mock/profile/index.ts";
import { accessTokens } from "./access-tokens.ts";
import { auditTrail } from "./audit-trail.ts";
import { catalogTrigger } from "./catalog-trigger.ts";
import { computedInputs } from "./computed-inputs.ts";
import { definitionConflict } from "./definition-conflict.ts";
import { entitySuggestions } from "./entity-suggestions.ts";
import { eventDeliveries } from "./event-deliveries.ts";
import { flowTasks } from "./flow-tasks.ts";
import { type ImportLimits, importJobs } from "./import-jobs.ts";
import { orderSums } from "./order-sums.ts";
import { orderTotals } from "./order-totals.ts";
import { organizationKey } from "./organization-key.ts";
import { portalSearch } from "./portal-search.ts";
import { rateLimit } from "./rate-limit.ts";
import { runConflict } from "./run-conflict.ts";
import { schemaVersions } from "./schema-versions.ts";
import { signingSecret } from "./signing-secret.ts";
import { triggerFilter } from "./trigger-filter.ts";

/** Assumed: the specification shows no duration of automations. */
const DEFAULT_RUN_SECONDS = 10;

/** Settings of the platform's behaviours. */
export interface BehaviourSettings {
  /** Duration of the automation of a flow's task. Default: 10 seconds. */
  readonly runSeconds?: number;
  /** Size and speed of imports. Default: chunks of 5000 rows, and 100 rows a second. */
  readonly imports?: Partial<ImportLimits>;
}

/**
 * The catalogue: one line for each rule. An earlier rule handles a call before a later one, and a user's own rules
 * before those that only one API has.
 */
export function platformBehaviours(
  settings: BehaviourSettings = {},
  custom: readonly Behaviour[] = [],
): readonly Behaviour[] {
  const runs = { runTime: (settings.runSeconds ?? DEFAULT_RUN_SECONDS) * 1000 };
  return [
    // The outermost, because they report the result of all others.
    eventDeliveries,
    auditTrail,
    ...custom,
    schemaVersions,
    rateLimit,
    organizationKey,
    entitySuggestions,
    signingSecret,
    definitionConflict,
    flowTasks(runs),
    runConflict(runs),
    portalSearch(runs),
    importJobs(settings.imports),
    catalogTrigger,
    triggerFilter,
    computedInputs,
    orderTotals,
    orderSums,
    accessTokens,
  ];
}
