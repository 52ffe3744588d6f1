import type { Json } from "../model/json.ts";
import type { Contract, Parameter } from "../model/contract.ts";
import { createParameterReader, writeParameterPairs, writeParameterText } from "./parameter.ts";
import { decodeSegment, encode, readQuery, writeQuery } from "./query.ts";

/** Reads what was written of a value, from the wire; undefined where it does not arrive at all. */
export type Arriving = (value: Json, written: Parameter) => Arrival | undefined;

interface Arrival {
  readonly value: Json;
  /** Whether the name stands several times where one value is read: which one, a reader chooses, or refuses all. */
  readonly isRepeated: boolean;
}

/** Compiles how one side reads a parameter that another one writes, perhaps in a way of its own. */
export function createArriving(contract: Contract, parameter: Parameter): Arriving {
  const { times, fromPairs, fromText } = createParameterReader(contract, parameter);
  return (value, written) => {
    if (written.in === "query") {
      const pairs = readQuery(writeQuery(writeParameterPairs(written, value)));
      const read = fromPairs(pairs);
      const isRepeated = times === "once" && pairs.filter(([name]) => name === parameter.name).length > 1;
      return read === undefined ? undefined : { value: read, isRepeated };
    }
    const text = writeParameterText(written, value);
    if (!canTravel(written, text)) return undefined;
    const sent = written.in === "path" ? decodeSegment(encode(text)) : text;
    return sent === undefined ? undefined : { value: fromText(sent), isRepeated: false };
  };
}

/** What proxies and servers on the way leave alone: no empty, dotted or slashed path segment, no control character in a header. */
function canTravel({ in: place }: Parameter, text: string): boolean {
  if (place === "path") return text !== "" && !/^\.{1,2}$/.test(text) && !/[/\\\u0000-\u001f\u007f]/.test(text);
  return /^[!-~]([ -~]*[!-~])?$/.test(text) && (place === "header" || !/[;,"\\ ]/.test(text));
}
