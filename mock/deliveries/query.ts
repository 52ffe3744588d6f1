import { record, shape, text, truth, whole } from "../model/shape.ts";

const statuses: readonly unknown[] = ["pending", "delivered", "failed"];

const faultOfQuery = record({
  event: text,
  webhook: text,
  status: shape(`one of ${statuses.join(", ")}`, (value) => statuses.includes(value)),
  limit: whole(),
});

const faultOfSettling = record({ held: truth });

/**
 * Refuses what no log can be asked for: it would list all, or nothing.
 * @throws RangeError
 */
export function checkQuery(query: unknown): void {
  const fault = faultOfQuery(query);
  if (fault !== undefined) throw new RangeError(`Cannot list the deliveries ${JSON.stringify(query)}: ${fault}`);
}

/** @throws RangeError where something else is said of how deliveries are settled. */
export function checkSettling(options: unknown): void {
  const fault = faultOfSettling(options);
  if (fault !== undefined) throw new RangeError(`Cannot settle deliveries with ${JSON.stringify(options)}: ${fault}`);
}
