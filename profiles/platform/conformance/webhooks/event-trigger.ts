import { arrange, createCoverage, type Exchange, rolesFor, type Scope } from "../../../../conformance/profile/index.ts";
import {
  type Contract,
  type Operation,
  anonymousTemplate,
  canonicalPath,
  createRouter,
} from "../../../../contracts/index.ts";

/** A request that causes an event, with the name of the event. */
export interface EventTrigger {
  /** Name of the event: "entity.created". */
  readonly event: string;
  readonly contract: Contract;
  readonly operation: Operation;
}

/**
 * The first of several events that a request can cause: an operation that creates a meter causes
 * "meter.created". The specification lists neither the events nor their names (§6).
 */
export function chooseEventTrigger(
  events: readonly string[],
  contracts: readonly Contract[],
): EventTrigger | undefined {
  for (const event of events) {
    const [noun = "", verb] = event.split(".");
    if (verb !== "created") continue;
    for (const contract of contracts) {
      const creates = [...rolesFor(contract)]
        .filter(([, { kind }]) => kind === "create")
        .map(([operation]) => operation);
      const namedCreate = creates.find(({ path }) => findResourceNoun(path) === noun);
      const operation =
        namedCreate ?? (contract.api === noun ? creates.find(({ path }) => findResourceNoun(path) === "") : undefined);
      if (operation) return { event, contract, operation };
    }
  }
  return undefined;
}

/** Causes the event. Undefined if the request was refused. */
export async function causeEvent(
  { contract, operation }: EventTrigger,
  { exchange }: Scope,
): Promise<Exchange | undefined> {
  const router = createRouter(contract.operations);
  const roles = rolesFor(contract);
  const arranged = await arrange(operation, { contract, roles, router, seed: 1, mayWrite: true, exchange });
  const request = createCoverage(contract, operation, router, arranged)?.plain;
  const exchanged = request && (await exchange(request, operation));
  if (exchanged && exchanged.response.status < 300) return exchanged;
  return undefined;
}

/** "meter" for /v2/metering/meters. Undefined if the last segment is a parameter, as in /v1/entity/{slug}. */
function findResourceNoun(path: string): string {
  const last = anonymousTemplate(canonicalPath(path)).split("/").at(-1) ?? "";
  if (last.startsWith("{")) return "";
  return last.replace(/ies$/, "y").replace(/s$/, "");
}
