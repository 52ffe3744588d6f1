import { type JsonType, keywords } from "../../../contracts/index.ts";

/** Checks that a keyword constrains values of at least one type. */
export function appliesTo(keyword: string, types: readonly JsonType[]): boolean {
  const type = keywords.get(keyword)?.type;
  return type === undefined || types.includes(type) || (type === "number" && types.includes("integer"));
}
