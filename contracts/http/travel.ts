import type { Json } from "../model/json.ts";
import type { Contract, Parameter } from "../model/contract.ts";
import { createParameterReader, writeParameterPairs, writeParameterText } from "./parameter.ts";
import { decodeSegment, percentEncode, readQuery, writeQuery } from "./query.ts";

/**
 * Sends a value with one side's serialization and reads it with the other side's. Returns undefined if the value does
 * not arrive.
 */
export type Transfer = (value: Json, written: Parameter) => TransferredValue | undefined;

interface TransferredValue {
  readonly value: Json;
  /** Name that occurs several times where one value is read. A reader may choose any of them or reject all. */
  readonly isRepeated: boolean;
}

/** Compiles how one side reads a parameter that the other side may serialize differently. */
export function createTransfer(contract: Contract, parameter: Parameter): Transfer {
  const { times, fromPairs, fromText } = createParameterReader(contract, parameter);
  return (value, written) => {
    if (written.in === "query") {
      const pairs = readQuery(writeQuery(writeParameterPairs(written, value)));
      const read = fromPairs(pairs);
      const isRepeated = times === "once" && pairs.filter(([name]) => name === parameter.name).length > 1;
      if (read === undefined) return undefined;
      return { value: read, isRepeated };
    }
    const text = writeParameterText(written, value);
    if (!canBeTransferred(written, text)) return undefined;
    const sent = written.in === "path" ? decodeSegment(percentEncode(text)) : text;
    if (sent === undefined) return undefined;
    return { value: fromText(sent), isRepeated: false };
  };
}

/**
 * Checks that proxies and servers transfer the text unchanged: no empty, dotted or slashed path segment, and no control
 * character in a header.
 */
function canBeTransferred({ in: place }: Parameter, text: string): boolean {
  if (place === "path") return text !== "" && !/^\.{1,2}$/.test(text) && !/[/\\\u0000-\u001f\u007f]/.test(text);
  return /^[!-~]([ -~]*[!-~])?$/.test(text) && (place === "header" || !/[;,"\\ ]/.test(text));
}
