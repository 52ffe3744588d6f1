import { accessTokens } from "./access-tokens.ts";
import { auditTrail } from "./audit-trail.ts";
import type { Behaviour } from "./behaviour.ts";
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

export type { Admission, Behaviour } from "./behaviour.ts";
export { admission, following, follows } from "./behaviour.ts";
export { customBehaviours } from "./custom/bind.ts";
export {
  type CustomBehaviour,
  type CustomCall,
  type CustomState,
  type Next,
  type Reply,
  behaviour,
} from "./custom/custom.ts";

/** Assumed: how long automations run is not shown. */
const DEFAULT_RUN_SECONDS = 10;

/** What the platform's own behaviours can be told. */
export interface BehaviourSettings {
  /** How long the automation of a flow's task runs; 10 seconds if not said. */
  readonly runSeconds?: number;
  /** What imports may hold, and how fast they go; chunks of 5000 rows and 100 rows a second if not said. */
  readonly imports?: Partial<ImportLimits>;
}

/** The catalogue: one line for each rule; an earlier one is asked before a later one. */
export function platformBehaviours(
  settings: BehaviourSettings = {},
  custom: readonly Behaviour[] = [],
): readonly Behaviour[] {
  const runs = { runTime: (settings.runSeconds ?? DEFAULT_RUN_SECONDS) * 1000 };
  return [
    eventDeliveries, // first, since it tells
    auditTrail, // and it records, what all others let pass
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
