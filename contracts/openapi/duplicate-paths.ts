import type { Operation } from "../model/contract.ts";
import { anonymousTemplate } from "../model/template.ts";

/**
 * Reports operations whose path templates differ only in parameter names. They match the same paths, which OpenAPI forbids
 * (3.1, 4.8.8.2), so no request reaches the second one.
 */
export function reportDuplicatePaths(
  operations: readonly Operation[],
  report: (code: string, message: string, pointer: string) => void,
): void {
  const firstByPath = new Map<string, Operation>();
  for (const operation of operations) {
    const { name, pointer } = operation;
    const earlier = firstByPath.get(anonymousTemplate(name));
    if (!earlier) firstByPath.set(anonymousTemplate(name), operation);
    else report("same-requests", `"${name}" matches the same requests as "${earlier.name}"`, pointer);
  }
}
