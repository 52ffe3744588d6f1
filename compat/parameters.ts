import type { Operation, Parameter, Schema, Webhook } from "../contracts/index.ts";
import { type Both, parameterKey } from "./match.ts";
import type { View } from "./schemas/view.ts";
import { isCredential } from "./security.ts";

type Read = (schema: Schema) => View;

/**
 * The parameters of both sides by what makes them the same. An object that is exploded into the query is, on the wire,
 * a parameter for each of its properties: so it is read, unless the other side has one of its name. What the
 * credentials of both sides are, and one of them lists once more as a parameter, is none.
 */
export function parametersOf(
  { base, revision }: Both<readonly [Operation | Webhook, path: string]>,
  read: Both<Read>,
): Both<Map<string, Parameter>> {
  const keyed = ([exchange, path]: typeof base): Map<string, Parameter> => {
    return new Map(allParameters(exchange).map((one) => [parameterKey(one, path), one]));
  };
  const isSecured = (one: Parameter): boolean =>
    [base, revision].every(([exchange]) => "security" in exchange && isCredential(one, exchange.security));
  const [ours, theirs] = [keyed(base), keyed(revision)];
  const own = (parameters: ReadonlyMap<string, Parameter>, others: ReadonlyMap<string, Parameter>) =>
    new Map([...parameters].filter(([key, one]) => others.has(key) || !isSecured(one)));
  return {
    base: spread(own(ours, theirs), theirs, read.base),
    revision: spread(own(theirs, ours), ours, read.revision),
  };
}

/** The parameters of an exchange, with those that its path has no place for. */
export function allParameters(exchange: Operation | Webhook): readonly Parameter[] {
  const unplaced = "unplaced" in exchange ? (exchange.unplaced ?? []) : [];
  return [...exchange.parameters, ...unplaced];
}

function spread(
  parameters: ReadonlyMap<string, Parameter>,
  others: ReadonlyMap<string, Parameter>,
  read: Read,
): Map<string, Parameter> {
  const all = [...parameters].flatMap(([key, parameter]): [string, Parameter][] => {
    if (others.has(key) || parameter.in !== "query" || parameter.style !== "form" || !parameter.explode) {
      return [[key, parameter]];
    }
    const { properties, required, types } = read(parameter.schema);
    if (properties.size === 0 || types.join() !== "object") return [[key, parameter]];
    return [...properties].flatMap(([name, [place]]) => {
      if (!place) return [];
      const { pointer, basis, schema } = place;
      const member = { pointer, basis, at: parameter.at };
      const isRequired = parameter.required && required.has(name);
      return [
        [
          `query ${name}`,
          { ...parameter, ...member, name, required: isRequired, schema: { ...member, value: schema } },
        ],
      ];
    });
  });
  return new Map(all);
}
