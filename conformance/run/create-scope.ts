import type { Trial } from "./trial.ts";
import { createPipeline } from "./sending/create-pipeline.ts";
import type { Send } from "../items/item.ts";
import type { SendRequest } from "../items/request-to-send.ts";
import { type Basis, listParameterNames } from "../../contracts/index.ts";
import { arrange, arrangeReferences } from "../items/arrange.ts";
import { pathValuesByName } from "../items/items.ts";
import { toOrganizationValues } from "../target/organization.ts";
import { kept } from "../model/kept.ts";
import { createCoverage } from "../requests/coverage.ts";
import type { References } from "../requests/references.ts";
import { type Known, createRequests } from "../requests/requests.ts";
import { createResource } from "../items/resource.ts";
import { rolesFor } from "../model/roles.ts";
import type { Scope } from "../scope/scope.ts";
import type { Target } from "../target/target.ts";

/** Finds or creates the items that the operation needs, and compiles its requests. */
export async function prepareScope(trial: Trial): Promise<Scope> {
  const { contract, operation, seed, session } = trial;
  const { router, mode, recorder, options } = session;
  const send = createPipeline(trial);
  const sendInScope: Send = (request, of) => send({ request, operation: of, contract: trial.contractOf(of) });
  const arranger = {
    contract,
    roles: rolesFor(contract),
    router,
    seed,
    mayWrite: mode === "sandbox",
    exchange: sendInScope,
  };
  const references = await arrangeReferences(operation, arranger);
  const known = {
    ...(await arrange(operation, arranger)),
    ...(options.organization !== undefined && toOrganizationValues(operation, options.organization)),
  };
  if (listParameterNames(operation.path).every((name) => name in known)) recorder.outcomes.recordArranged(operation);
  return scopeWith({ known, references }, trial, send);
}

/** Scope of an operation before the run reads or creates anything for it. */
export function scopeBefore(trial: Trial): Scope {
  return scopeWith({ known: {}, references: {} }, trial, createPipeline(trial));
}

/** Known values of the target, for use in requests. */
interface KnownValues {
  readonly known: Known;
  readonly references: References;
}

function scopeWith({ known, references }: KnownValues, trial: Trial, send: SendRequest): Scope {
  const { contract, operation, target, seed, signal, session, log, contractOf } = trial;
  const { contracts, router, recorder, options, meter } = session;
  const requests = kept(() => refusable(createRequests(contract, operation, router, known, { references }), target));
  const coverage = kept(() => {
    const found = createCoverage(contract, operation, router, known, references);
    return found && refusable(found, target);
  });
  const sendInScope: Scope["exchange"] = (request, of = operation) =>
    send({ request, operation: of, contract: contractOf(of) });
  const resourceWith = createResources({ known, references }, trial);
  return {
    target,
    contract,
    contracts,
    known,
    permissions: options.permissions ?? {},
    seed,
    signal,
    operation,
    acceptedMembers: trial.acceptedMembers,
    exchange: sendInScope,
    exchangeAtOnce: (request) => send({ request, operation, contract, isAtOnce: true }),
    async exchangeAs(as, request, of = operation) {
      const isPossible = as.authorize(of, request) !== undefined;
      if (isPossible) return send({ request, operation: of, contract: contractOf(of), as });
      return undefined;
    },
    judge: (exchanged, of = operation) => recorder.judge(exchanged, contract, of),
    succeeded: () => log.succeeded,
    inconclusive: (reason) => void log.skipped.add(reason),
    recordComparison(result, reason) {
      log.comparisons.add(result);
      log.unjudged = reason;
    },
    get requests() {
      return requests();
    },
    get coverage() {
      return coverage();
    },
    coverageAt: (other, values) =>
      createCoverage(contract, other, router, pathValuesByName(other.path, values), references),
    resource: resourceWith(sendInScope),
    resourceWith,
    pause: async (milliseconds) => {
      if (!(await target.pass(milliseconds))) await meter.pause(milliseconds, signal);
    },
  };
}

/** Resources of creating operations, by default of the one under test. None if the run may not write. */
function createResources({ known, references }: KnownValues, trial: Trial): Scope["resourceWith"] {
  const { contract, operation, seed, session, log } = trial;
  const { router, chosenIds, mode } = session;
  const pathValues = listParameterNames(operation.path).flatMap((name) => known[name] ?? []);
  return (exchange, making = { operation, pathValues }) => {
    if (mode !== "sandbox") return undefined;
    const accepted = log.acceptedBy(making.operation);
    const context = { contract, router, seed, chosenIds, references, accepted, exchange };
    return createResource(making.operation, { ...context, pathValues: making.pathValues });
  };
}

/** Requests without those invalid ones that the target says it accepts. */
function refusable<Some extends { readonly invalid: readonly { readonly basis?: Basis }[] }>(
  requests: Some,
  { acceptsAssumed }: Target,
): Some {
  if (!acceptsAssumed) return requests;
  return Object.create(requests, {
    invalid: { get: () => requests.invalid.filter(({ basis }) => basis !== "assumed") },
  }) as Some;
}
