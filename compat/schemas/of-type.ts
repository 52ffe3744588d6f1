import { type Contract, type Json, type JsonObject, type JsonType, isObject, targetOf } from "../../contracts/index.ts";
import { isAbout } from "./about.ts";
import { isDefault, textOf } from "./digest.ts";
import { isAnnotation } from "./place.ts";
import { typesOfValues, within } from "./types.ts";

/** Which values of a type a schema takes: some, where it does not show by looking at each keyword by itself. */
export type Taken = "all" | "none" | "some";

/** Deeper than what anyone writes around all and nothing. */
const DEEPEST = 6;

const opposite: Readonly<Record<Taken, Taken>> = { all: "none", none: "all", some: "some" };

/** Which values of a type fit a schema; "number" includes "integer". */
export function takenOf(contract: Contract, type: JsonType, whole: Json): Taken {
  return taken(whole, 0);

  function taken(schema: Json, depth: number): Taken {
    if (!isObject(schema)) return schema === true ? "all" : "none";
    if (depth > DEEPEST) return "some";
    const inner = (value: Json): Taken => taken(value, depth + 1);
    const said = Object.entries(schema).map(([keyword, value]) => byKeyword(keyword, value, schema, inner));
    return every([...said, byCondition(schema, inner)]);
  }

  function byKeyword(keyword: string, value: Json, schema: JsonObject, inner: (value: Json) => Taken): Taken {
    const list = Array.isArray(value) ? (value as readonly Json[]) : [value];
    switch (keyword) {
      case "type":
        return ofTypes(list as readonly JsonType[]);
      case "enum":
      case "const":
        return ofValues(keyword === "enum" ? list : [value]);
      case "$ref":
        return inner(targetOf(contract, value as string));
      case "not":
        return opposite[inner(value)];
      case "allOf":
        return every(list.map(inner));
      case "anyOf":
        return any(list.map(inner));
      case "oneOf":
        return one(list.map(inner));
      case "if":
      case "then":
      case "else":
        return "all";
      default:
        return isAnnotation(keyword) || isDefault(keyword, value, schema) || !isAbout(keyword, [type]) ? "all" : "some";
    }
  }

  function ofTypes(types: readonly JsonType[]): Taken {
    if (within([type], types).length > 0) return "all";
    return within(types, [type]).length > 0 ? "some" : "none";
  }

  function ofValues(values: readonly Json[]): Taken {
    const own = new Set(values.filter((value) => within(typesOfValues([value]), [type]).length > 0).map(textOf));
    if (own.size === 0) return "none";
    return type === "null" || (type === "boolean" && own.size === 2) ? "all" : "some";
  }
}

function byCondition({ if: asked, then = true, else: otherwise = true }: JsonObject, inner: (value: Json) => Taken) {
  if (asked === undefined) return "all";
  const [met, follows, others] = [inner(asked), inner(then), inner(otherwise)];
  if (follows === others && follows !== "some") return follows;
  return any([every([met, follows]), every([opposite[met], others])]);
}

function every(all: readonly Taken[]): Taken {
  if (all.includes("none")) return "none";
  return all.includes("some") ? "some" : "all";
}

function any(all: readonly Taken[]): Taken {
  return opposite[every(all.map((each) => opposite[each]))];
}

function one(all: readonly Taken[]): Taken {
  const whole = all.filter((each) => each === "all").length;
  if (whole > 1) return "none";
  if (all.includes("some")) return "some";
  return whole === 1 ? "all" : "none";
}
