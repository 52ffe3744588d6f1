import { expect, it } from "vitest";
import { eachAlternative } from "./each-alternative.ts";

it.each<[string, string[]]>([
  ["^(usr|org|txn)_[a-z]{3}$", ["usr_aaa", "org_aaa", "txn_aaa"]],
  [String.raw`^([0-9a-f]{4}:){2}$|^\d\.\d$`, ["aaaa:aaaa:", "0.0"]],
  ["^a(-b)?(c|d|e)$", ["ac", "a-bd", "ae"]],
  ["^a{9000}$", []],
])("eachAlternative() for %s", (pattern, texts) => {
  expect(eachAlternative(pattern)).toEqual(texts);
});
