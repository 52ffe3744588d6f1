import { ToolError } from "../../contracts/index.ts";

/** Permissions of a run beyond sequential requests. */
export interface Permissions {
  /** Allows bursts of simultaneous requests. Mocks always allow them. */
  readonly burst?: boolean;
  /** Allows a receiver for webhook deliveries. */
  readonly receiver?: ReceiverPlace;
}

/** Permission that a property needs. */
export interface Permission {
  isGranted(permissions: Permissions, isMock: boolean): boolean;
  /** Rule of the permission, for the error if it is not granted. */
  readonly reason: string;
  /** Option that grants it. */
  readonly option: string;
}

/** Permissions, mode and selected property of a run. */
interface PermissionRequest {
  readonly permissions?: Permissions;
  readonly property?: { readonly id: string; readonly permission?: Permission } | undefined;
  readonly mode: "read-only" | "sandbox";
  readonly isMock: boolean;
}

/**
 * Rejects options that can have no effect in this run, instead of ignoring them.
 * @throws ToolError "nothing-to-try".
 */
export function checkPermissions({ permissions = {}, property, mode, isMock }: PermissionRequest): void {
  const isRead = mode === "read-only";
  if (permissions.burst && isRead)
    throw createIdleOptionError("send bursts", "the target is only read", "--mode sandbox");
  if (permissions.receiver && isRead)
    throw createIdleOptionError("receive deliveries", "the target is only read", "--mode sandbox");
  if (property?.permission?.isGranted(permissions, isMock) === false)
    throw createIdleOptionError(`try "${property.id}"`, property.permission.reason, property.permission.option);
}

function createIdleOptionError(what: string, reason: string, option: string): ToolError {
  return new ToolError("nothing-to-try", `Cannot ${what}: ${reason}`, { hint: `See ${option}` });
}

/** Address of the webhook receiver. */
export interface ReceiverPlace {
  /** Port. 0 selects any free port. */
  readonly port: number;
  /** Public URL of the receiver, for a target on another machine. The receiver then listens on all addresses. */
  readonly url?: string;
  /** Time limit for a delivery, in seconds. Defaults to 15. */
  readonly seconds?: number;
}
