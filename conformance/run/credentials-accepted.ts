import type { Contract, Operation } from "../../contracts/index.ts";
import { cheapestRequirement } from "../credentials/authorize.ts";
import { alternativesRemedy } from "../credentials/credential-remedy.ts";
import type { Tally } from "../exercise/outcome-log.ts";
import { determineOutcome } from "../findings/outcomes.ts";
import type { Finding } from "../checks/finding.ts";

/** Check of an operation as a whole, not of a single exchange. */
export const credentialsAccepted = {
  id: "credentials-accepted",
  claim: "No operation refuses the credentials of every request",
} as const;

/** Finding for an operation that refused every valid request with 401 or 403. Undefined for any other operation. */
export function refusedCredentials(
  { contract, operation }: { readonly contract: Contract; readonly operation: Operation },
  tally: Tally | undefined,
  hasToken: boolean,
): Finding | undefined {
  const { reason } = determineOutcome({ contract, operation }, tally, { isEnded: false });
  const exchange = tally?.refused;
  if (reason !== "credentials-refused" || !exchange) return undefined;
  const { status } = exchange.response;
  const count = tally.misses.get(status) ?? 0;
  return {
    check: credentialsAccepted.id,
    key: "refused",
    message: `No valid request succeeded, ${count} ${count === 1 ? "was" : "were"} refused with ${status}: the operation was not tested. ${suggestCredentials(operation, status, hasToken)}`,
    basis: operation.basis,
    operation,
    exchange,
  };
}

function suggestCredentials(operation: Operation, status: number, hasToken: boolean): string {
  const schemes = cheapestRequirement(operation.security) ?? [];
  if (schemes.length === 0)
    return "The contract does not require credentials here, so none were sent: let the operation require them in its `security`, or send them with --header";
  const remedy = alternativesRemedy(operation.security);
  if (!hasToken) return remedy;
  const alone = `--credential ${schemes[0]?.name}=VALUE gives those of this scheme alone`;
  return `The credentials of the run ${status === 403 ? "may not call it" : "are not valid here"}. ${remedy}; ${alone}`;
}
