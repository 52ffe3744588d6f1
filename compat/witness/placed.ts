import { type Contract, type Operation, type Webhook, propertyNamesOf } from "../../contracts/index.ts";
import { parameterStep } from "../nodes.ts";
import { isExploded, memberName } from "../parameters.ts";
import { propertyStep } from "../wording.ts";
import { type Showing, restOf } from "./request.ts";

/** Where an exchange has what stands at a path: what is a parameter elsewhere may be a member of an object there. */
export function placeIn(contract: Contract, { parameters }: Operation | Webhook, path: string): string {
  const isAt = (step: string): boolean => restOf(path, step) !== undefined;
  if (!path.startsWith("query") || parameters.some((one) => isAt(parameterStep(one)))) return path;
  for (const object of parameters.filter(isExploded)) {
    for (const member of propertyNamesOf(contract, object.schema.value)) {
      const step = parameterStep({ in: "query", name: memberName(object, member) });
      if (isAt(step)) return parameterStep(object) + propertyStep(member) + path.slice(step.length);
    }
  }
  return path;
}

/** What a request is to show, where the exchange has it. */
export function placedIn(contract: Contract, exchange: Operation | Webhook, showing: Showing): Showing {
  const { path, items, shapes } = showing;
  const placed = <T extends { readonly path: string }>(one: T): T => ({
    ...one,
    path: placeIn(contract, exchange, one.path),
  });
  return {
    ...showing,
    ...(path !== undefined && placed({ path })),
    ...(items && { items: items.map(placed) }),
    ...(shapes && { shapes: shapes.map(placed) }),
  };
}
