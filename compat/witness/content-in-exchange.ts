import { parameterStep } from "../pairing/nodes/parameter-node.ts";
import {
  type Contract,
  type Operation,
  type Parameter,
  type Webhook,
  listPropertyNames,
} from "../../contracts/index.ts";
import { isExploded } from "../pairing/wire-parameters.ts";
import { propertyStep } from "../model/wording.ts";
import { type RequestContent, cutFirstStep } from "./request.ts";
import { parsePathSteps } from "./steps.ts";

/** Converts a path to the parameters of an exchange: a query parameter can be a member of an object parameter there. */
export function pathInExchange(contract: Contract, { parameters }: Operation | Webhook, path: string): string {
  const coversPath = (one: Parameter): boolean => cutFirstStep(path, parameterStep(one)) !== undefined;
  const [first] = (path.startsWith("query") && parsePathSteps(path.slice("query".length))) || [];
  if (!first || !("name" in first) || parameters.some(coversPath)) return path;
  const { name } = first;
  for (const object of parameters.filter(isExploded)) {
    const inside = memberNames(contract, object, name);
    const rest = path.slice(parameterStep({ in: "query", name }).length);
    if (inside) return parameterStep(object) + inside.map(propertyStep).join("") + rest;
  }
  return path;
}

/** Names of the members on the way from an object parameter to the value of a query name. */
function memberNames(contract: Contract, { name, style, schema }: Parameter, queryName: string): string[] | undefined {
  if (style === "form") {
    if (listPropertyNames(contract, schema.value).has(queryName)) return [queryName];
    return undefined;
  }
  if (queryName.startsWith(`${name}[`) && queryName.endsWith("]"))
    return queryName.slice(name.length + 1, -1).split("][");
  return undefined;
}

/** Converts the paths of a request's content to the parameters of an exchange. */
export function contentInExchange(
  contract: Contract,
  exchange: Operation | Webhook,
  showing: RequestContent,
): RequestContent {
  const { path, items, shapes } = showing;
  const placed = <T extends { readonly path: string }>(one: T): T => ({
    ...one,
    path: pathInExchange(contract, exchange, one.path),
  });
  return {
    ...showing,
    ...(path !== undefined && placed({ path })),
    ...(items && { items: items.map(placed) }),
    ...(shapes && { shapes: shapes.map(placed) }),
  };
}
