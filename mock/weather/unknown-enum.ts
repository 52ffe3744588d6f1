import { type Json, type Place, acceptorOf, isOpenEnum, openedContract, placesOf } from "../../contracts/index.ts";
import { seededHex, seededNumber } from "../../contracts/values/index.ts";
import { documentedBody, withInsertions } from "./body.ts";
import { likelihood, numberIn } from "./parameters.ts";
import { inStyleOf } from "./style.ts";
import type { CallWeather } from "./weather.ts";

export interface UnknownEnum {
  readonly id: "unknown-enum";
  /** How large a part of the places gets an unknown value, from 0 to 1; all if not said. */
  readonly share?: number;
}

/**
 * Puts values that the contract does not list in place of those of open enums (§9.6). An enum has
 * the same new values in every call; those of closed enums, and what is `const`, stay as they are.
 */
export const unknownEnum: CallWeather<UnknownEnum> = {
  id: "unknown-enum",
  strikes: "calls",
  usage: ["unknown-enum, unknown-enum=0.3", "open enums, or a part of them, have values that no contract lists"],
  parameters: { share: likelihood },
  read: readShare,
  change(response, { contract, operation, setting: { share = 1 }, seed, chance }) {
    const documented = documentedBody(operation, response);
    if (!documented) return undefined;
    const { value, schema } = documented;
    const insertions = placesOf(contract, schema.pointer, value, "response").flatMap((place) => {
      const choices = newValues(place, `${seed} ${contract.api}`).map((choice) => () => choice);
      const isStruck = choices.length > 0 && chance(`enum ${place.pointer}`) < share;
      return isStruck ? [{ pointer: place.pointer, choices }] : [];
    });
    if (insertions.length === 0) return undefined;
    const accepts = acceptorOf(openedContract(contract), schema.pointer, "response");
    return withInsertions(response, value, { insertions, accepts: (made) => accepts(made) });
  },
};

/** The share that a weather of the response's content takes on the command line. */
export function readShare(text: string | undefined): { share?: number } | undefined {
  if (text === undefined) return {};
  const share = numberIn(text);
  return share === undefined ? undefined : { share };
}

/** Values that the enums of a place do not list, of the same type and form; none where it has no open enum. */
function newValues({ pointer: at, value, parts }: Place, seed: string): Json[] {
  const isFixed = parts.some(
    ({ schema }) => schema["const"] !== undefined || (Array.isArray(schema["enum"]) && !isOpenEnum(schema)),
  );
  const enums = parts.filter(({ schema }) => Array.isArray(schema["enum"]));
  if (isFixed || enums.length === 0) return [];
  const known = enums.flatMap(({ schema }) => schema["enum"] as readonly Json[]);
  const name = `${seed} ${enums.map(({ pointer }) => pointer).join(" ")}`;
  if (typeof value === "number") return newNumbers(known, name, at);
  return typeof value === "string" ? newTexts(known, name, at) : [];
}

/** The usual one, one for this place alone, where items must differ, and shorter ones. */
function newTexts(known: readonly Json[], name: string, at: string): string[] {
  const texts = known.filter((each) => typeof each === "string");
  const [mark, own] = [seededHex(name, 2), seededHex(`${name} ${at}`, 4)];
  return [["new", "value", mark], ["new", "value", own], ["new", mark], [mark]]
    .map((words) => inStyleOf(texts, words))
    .filter((text) => !texts.includes(text));
}

function newNumbers(known: readonly Json[], name: string, at: string): number[] {
  const most = Math.floor(Math.max(...known.filter((each) => typeof each === "number")));
  const [mark, own] = [name, `${name} ${at}`].map((text) => Math.abs(seededNumber(text)));
  return [most + 1 + ((mark as number) % 9), most + 10 + ((own as number) % 9973), most + 1];
}
