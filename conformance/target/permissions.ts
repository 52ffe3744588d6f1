import { ToolError } from "../../contracts/index.ts";

/** What a run may do to a target beyond sending one request after the other. */
export interface Leave {
  /** Send many requests at once; to a mock it may at any rate. */
  readonly burst?: boolean;
  /** Open a receiver and have webhooks delivered to it. */
  readonly receiver?: ReceiverPlace;
}

/** What a run is left, and what it asks for. */
interface Asked {
  readonly leave?: Leave;
  readonly property?: string;
  readonly mode: "read-only" | "sandbox";
  readonly isMock: boolean;
}

/**
 * What was asked for and can never take place is no run without it.
 * @throws ToolError "nothing-to-try".
 */
export function checkLeave({ leave = {}, property, mode, isMock }: Asked): void {
  const isRead = mode === "read-only";
  if (leave.burst && isRead) throw idle("send bursts", "the target is only read", "--mode sandbox");
  if (leave.receiver && isRead) throw idle("receive deliveries", "the target is only read", "--mode sandbox");
  if (property === "webhook-delivered" && !leave.receiver)
    throw idle('try "webhook-delivered"', "deliveries are received where that was asked for", "--receiver-port N");
  if (property === "burst-limited" && !leave.burst && !isMock)
    throw idle('try "burst-limited"', "bursts are sent where that was asked for", "--burst");
}

function idle(what: string, reason: string, option: string): ToolError {
  return new ToolError("nothing-to-try", `Cannot ${what}: ${reason}`, { hint: `See ${option}` });
}

/** Where a receiver listens, and how the target reaches it. */
export interface ReceiverPlace {
  /** 0 takes any free one. */
  readonly port: number;
  /** Where the target reaches it, if that is not this machine: the receiver listens on all addresses then. */
  readonly url?: string;
  /** So long a delivery may take; 15 seconds if not said. */
  readonly seconds?: number;
}
