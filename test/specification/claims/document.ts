import { object } from "../../../contracts/model/json-parts.ts";
import { type Json, locate, valueAt } from "../../../contracts/index.ts";
import type { Claim } from "../row.ts";
import { inDescription } from "./description.ts";

/** Claims an API with this title, whose document cites the section that states it. */
export function api(title: string): Claim {
  return {
    says: title,
    look(platform) {
      const contract = platform.find((one) => one.title === title);
      if (!contract) return { missing: "no document has this title" };
      return object(contract.document["info"])["x-spec"] === "1"
        ? { at: [locate(contract, "/info/title")] }
        : { missing: "its document does not cite §1" };
    },
  };
}

/** Claims words in the description of the API with this title. */
export function apiSays(title: string, words: string): Claim {
  return {
    says: `"${words}" of the ${title}`,
    look(platform) {
      const contract = platform.find((one) => one.title === title);
      if (!contract) return { missing: "no document has this title" };
      return inDescription(contract.document["info"], words, locate(contract, "/info/description"));
    },
  };
}

/** Claims a part of a document at a pointer. */
export function part(apiName: string, pointer: string, says: string, holds: (node: Json) => boolean): Claim {
  return {
    says,
    look(platform) {
      const contract = platform.find((one) => one.api === apiName);
      const node = contract && valueAt(contract.document, pointer);
      if (!contract || node === undefined) return { missing: `${apiName} has nothing at ${pointer}` };
      return holds(node) ? { at: [locate(contract, pointer)] } : { missing: "it says something else" };
    },
  };
}
