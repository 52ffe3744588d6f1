import { record, shape, text, truth, whole } from "../model/shape.ts";

const statuses: readonly unknown[] = ["pending", "delivered", "failed"];

const checkQueryShape = record({
  event: text,
  webhook: text,
  status: shape(`one of ${statuses.join(", ")}`, (value) => statuses.includes(value)),
  limit: whole(),
});

const checkSettleShape = record({ held: truth });

/**
 * Checks a query of the log.
 * @throws RangeError if a member is unknown or invalid.
 */
export function checkQuery(query: unknown): void {
  const fault = checkQueryShape(query);
  if (fault !== undefined) throw new RangeError(`Cannot list the deliveries ${JSON.stringify(query)}: ${fault}`);
}

/** @throws RangeError if an option is unknown or invalid. */
export function checkSettling(options: unknown): void {
  const fault = checkSettleShape(options);
  if (fault !== undefined) throw new RangeError(`Cannot settle deliveries with ${JSON.stringify(options)}: ${fault}`);
}
