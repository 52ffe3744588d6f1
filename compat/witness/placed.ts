import { parameterStep } from "../pairing/nodes/parameter-node.ts";
import { type Contract, type Operation, type Parameter, type Webhook, propertyNamesOf } from "../../contracts/index.ts";
import { isExploded } from "../pairing/wire-parameters.ts";
import { propertyStep } from "../model/wording.ts";
import { type Showing, restOf } from "./request.ts";
import { stepsIn } from "./steps.ts";

/** Where an exchange has what stands at a path: what is a parameter elsewhere may be a member of an object there. */
export function placeIn(contract: Contract, { parameters }: Operation | Webhook, path: string): string {
  const isAt = (one: Parameter): boolean => restOf(path, parameterStep(one)) !== undefined;
  const [first] = (path.startsWith("query") && stepsIn(path.slice("query".length))) || [];
  if (!first || !("name" in first) || parameters.some(isAt)) return path;
  const { name } = first;
  for (const object of parameters.filter(isExploded)) {
    const inside = insideOf(contract, object, name);
    const rest = path.slice(parameterStep({ in: "query", name }).length);
    if (inside) return parameterStep(object) + inside.map(propertyStep).join("") + rest;
  }
  return path;
}

/** The names that lead into an object to what a query calls by a name. */
function insideOf(contract: Contract, { name, style, schema }: Parameter, called: string): string[] | undefined {
  if (style === "form") return propertyNamesOf(contract, schema.value).has(called) ? [called] : undefined;
  return called.startsWith(`${name}[`) && called.endsWith("]")
    ? called.slice(name.length + 1, -1).split("][")
    : undefined;
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
