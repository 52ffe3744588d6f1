import { foldedName } from "../../../contracts/index.ts";

/** An action by its name: the verb, and what it is about. */
export interface ActionName {
  readonly verb: string;
  /** Words after the verb, joined: "protection" of "change_protection". Empty if it is about the item itself. */
  readonly object: string;
  /** True for the word of the path. It may be the name of a flag: "favorite". */
  readonly isOfPath?: boolean;
}

/** Readings of the name of an action, the likeliest first: "power_off" is one verb, "add_subnet" a verb with an object. */
export function readActionName(name: string): readonly ActionName[] {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .map((word) => foldedName(word))
    .filter((word) => word !== "" && word !== "as");
  const [verb = "", ...rest] = words;
  const whole = { verb: words.join(""), object: "" };
  if (rest.length === 0) return [whole];
  return [whole, { verb, object: rest.join("") }];
}

/** True for the name of an action that makes something else out of the item. */
export function makesAnother(name: string): boolean {
  return /^(create|new|copy|clone|duplicate|export|import|request|generate|snapshot|rebuild|preview|test|search)/i.test(
    name,
  );
}
