import type { Method, Operation } from "../model/contract.ts";

/** Returns the operations with unique ids, because reports identify operations by id. Duplicates are reported. */
export function distinctIds(
  all: readonly Operation[],
  report: (code: string, message: string, pointer: string) => void,
): Operation[] {
  const takenIds = new Set<string>();
  const usesById = new Map<string, number>();
  return all.map((operation) => {
    let id = operation.id;
    let useCount = usesById.get(operation.id) ?? 1;
    while (takenIds.has(id)) id = `${operation.id}_${++useCount}`;
    usesById.set(operation.id, useCount);
    takenIds.add(id);
    if (id === operation.id) return operation;
    report(
      "duplicate-operation-id",
      `operationId "${operation.id}" is used twice: "${operation.name}" gets the id "${id}"`,
      operation.pointer,
    );
    return { ...operation, id };
  });
}

/** Returns an id made of method and path: "getPetsId" for "GET /pets/{id}". */
export function derivedId(method: Method, path: string): string {
  return `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, firstLetter: string) => firstLetter.toUpperCase())}`;
}
