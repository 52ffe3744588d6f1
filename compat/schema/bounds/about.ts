import { type JsonType, typeKeywords } from "../../../contracts/index.ts";

/** Keywords that say nothing of values of other types. */
export const keywordsOf: Readonly<Partial<Record<JsonType, readonly string[]>>> = {
  ...typeKeywords,
  integer: typeKeywords.number,
};

/** Whether a keyword says anything of values of some types. */
export function isAbout(keyword: string, types: readonly JsonType[]): boolean {
  const meant = Object.keys(keywordsOf).filter((type) => keywordsOf[type as JsonType]?.includes(keyword));
  return meant.length === 0 || types.some((type) => meant.includes(type));
}
