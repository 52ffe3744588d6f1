import type { Operation } from "../../contracts/index.ts";
import type { Untried, UntriedReason } from "../exercise/untried-log.ts";
import { kept } from "../model/kept.ts";
import { isStream } from "../requests/streams.ts";
import { type Property, isTriable } from "../scope/property.ts";
import type { Scope } from "../scope/scope.ts";
import { type Identities, type IdentityTokens, createIdentities } from "../target/identities.ts";
import type { ChosenOperation } from "./chosen-operation.ts";
import { scopeBefore } from "./create-scope.ts";
import type { Session } from "./session.ts";
import { type Trial, createOperationTrial } from "./trial.ts";

const texts: Readonly<Record<Exclude<UntriedReason, "not-permitted" | "no-credentials" | "no-operation">, string>> = {
  error: "The operation was not judged, because of a bug in Concord",
  ended: "The run ended earlier",
  "rate-limited": "The target kept refusing earlier requests with 429",
  configuration: "The configuration skips this",
  "read-only": "The requests may change something, and the target is only read: see --mode sandbox",
  stream: "The operation returns a stream, and streams are not supported",
  endless: "The response of the operation did not end",
  "no-item": "No item could be created for this",
  "no-request": "The contract has no request for this, or none could be generated",
  "no-success": "Not judged: valid requests never succeeded, so that nothing shows that they are accepted",
  "nothing-compared": "Items were created, but neither the contract nor the responses had anything to compare",
  "not-applicable": "Nothing in the contract calls for this",
};

/** Options with the tokens of other identities. */
const tokenOptions: Readonly<Record<keyof IdentityTokens, string>> = {
  expired: "--expired-token-env",
  readOnly: "--read-only-token-env",
  other: "--other-token-env",
};

const identities = createIdentities({ expired: "expired", readOnly: "read-only", other: "other" });

/** Reason with its sentence. */
export function toUntried(reason: keyof typeof texts): Untried {
  return { reason, message: texts[reason] };
}

/** Finds the reason why a property cannot be tried in a scope of the trial. Undefined if it can. */
export function createUntriedFinder(trial: Trial): (property: Property, scope: Scope) => Untried | undefined {
  const unlimitedScope = kept(() => unlimited(trial));
  return (property, scope) => {
    const isWrite = property.writes && trial.session.mode === "read-only";
    if (!isWrite && isTriable(property, scope)) return undefined;
    if (!mayApply(property, unlimitedScope())) return excluded(property, scope);
    if (isWrite) return toUntried("read-only");
    return lackingReason(property, scope);
  };
}

function lackingReason(property: Property, scope: Scope): Untried {
  if (mayApply(property, scope)) return toUntried("no-request");
  const { permission } = property;
  if (permission?.isGranted(scope.permissions, scope.target.isMock) === false)
    return { reason: "not-permitted", message: `The run lacks the permission for this: see ${permission.option}` };
  const lacking = Object.keys(tokenOptions) as (keyof IdentityTokens)[];
  const needed = lacking.find((name) => mayApply(property, withIdentities(scope, { [name]: identities[name] })));
  if (needed === undefined) return toUntried("not-applicable");
  return { reason: "no-credentials", message: `The run lacks the token for this: see ${tokenOptions[needed]}` };
}

/** Records that no property of an operation was tried. */
export function recordUntried(session: Session, chosen: ChosenOperation, reason: keyof typeof texts): void {
  const scope = unlimited(createOperationTrial(session, chosen));
  for (const property of chosen.properties)
    session.recorder.untried.record(
      chosen.operation,
      property.id,
      mayApply(property, scope) ? toUntried(reason) : excluded(property, scope),
    );
}

/** Reason why a property does not apply: the contract lacks an operation that it needs, or does not call for it at all. */
function excluded(property: Property, scope: Scope): Untried {
  const lacking = property.lacks?.(scope);
  if (lacking === undefined) return toUntried("not-applicable");
  return { reason: "no-operation", message: `Not judged: ${lacking}` };
}

/** Reason why a run that has ended tried nothing on an operation. */
export function unreachedReason(operation: Operation, isAllowed: boolean): keyof typeof texts {
  if (!isAllowed) return "read-only";
  return isStream(operation) ? "stream" : "ended";
}

/** True unless the contract excludes the property. An error of a property shows when it is tried. */
function mayApply(property: Property, scope: Scope): boolean {
  try {
    return property.applies?.(scope) !== false;
  } catch {
    return true;
  }
}

/** Scope of the operation in a run with every token and permission. Nothing is sent. */
function unlimited(trial: Trial): Scope {
  const scope = withIdentities(scopeBefore({ ...trial, session: { ...trial.session, mode: "sandbox" } }), identities);
  return derived(scope, { permissions: { burst: true, receiver: { port: 0 } } });
}

function withIdentities(scope: Scope, added: Identities): Scope {
  const target = derived(scope.target, { identities: { ...scope.target.identities, ...added } });
  return derived(scope, { target });
}

/** The object with other members. A copy would compute all members of a scope. */
function derived<T extends object>(from: T, members: Partial<T>): T {
  return Object.create(from, Object.getOwnPropertyDescriptors(members)) as T;
}
