import { type Json, type JsonObject, isObject } from "../../../contracts/index.ts";

/** Keywords without which others say nothing. */
const leaders: Readonly<Record<string, readonly string[]>> = {
  minContains: ["contains"],
  maxContains: ["contains"],
  then: ["if"],
  else: ["if"],
};

/** Whether a keyword of a schema says what holds without it. */
export function isDefault(keyword: string, value: Json, schema: JsonObject): boolean {
  const leads = Object.hasOwn(leaders, keyword) ? leaders[keyword] : undefined;
  if (leads?.every((leader) => schema[leader] === undefined)) return true;
  switch (keyword) {
    case "minLength":
    case "minItems":
    case "minProperties":
      return value === 0;
    case "uniqueItems":
    case "deprecated":
    case "readOnly":
    case "writeOnly":
    case "not":
      return value === false;
    case "required":
      return Array.isArray(value) && value.length === 0;
    case "properties":
    case "patternProperties":
    case "dependentRequired":
    case "dependentSchemas":
      return isEmpty(value);
    case "if":
      return [schema["then"], schema["else"]].every((follows) => follows === undefined || isAnything(follows));
    case "propertyNames":
    case "then":
    case "else":
      return isAnything(value);
    case "minContains":
      return value === 1;
    case "multipleOf":
      return value === 1 && schema["type"] === "integer";
    default:
      return false;
  }
}

function isAnything(value: Json): boolean {
  return value === true || isEmpty(value);
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
