import { credentialsAccepted } from "./credentials-accepted.ts";
import { operationServed } from "./operation-served.ts";

/** Checks of an operation as a whole, by the responses to all its valid requests. */
export const operationChecks = [credentialsAccepted, operationServed] as const;
