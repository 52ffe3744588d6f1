import type { Operation } from "../model/contract.ts";
import { anonymous } from "../model/template.ts";

/**
 * Two templates that differ only by what their parameters are called match the same paths, which OpenAPI forbids (3.1,
 * 4.8.8.2): no request can be meant for the second. It is told to `report`.
 */
export function reportSameRequests(
  operations: readonly Operation[],
  report: (code: string, message: string, pointer: string) => void,
): void {
  const first = new Map<string, Operation>();
  for (const operation of operations) {
    const { name, pointer } = operation;
    const known = first.get(anonymous(name));
    if (!known) first.set(anonymous(name), operation);
    else report("same-requests", `"${name}" matches the same requests as "${known.name}"`, pointer);
  }
}
