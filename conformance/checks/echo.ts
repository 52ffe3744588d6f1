import type { Json, JsonObject } from "../../contracts/index.ts";
import { alteredIn } from "../relations/normalised.ts";
import { type Answered, keptOf, lostEntryIn, rolesIn, sentIn, shownIn, writesItem } from "../relations/fields.ts";
import { genericIn } from "../generic.ts";
import type { Exchange } from "../exchange.ts";
import type { Flaw } from "../scope.ts";
import type { Check, Judged } from "./check.ts";
import { normalisedTexts } from "./normalised-texts.ts";

/** What was sent is what is answered, in what both the request and the answer have; normalising is no fault. */
export const echo: Check = {
  id: "echo",
  claim: "What was sent is what is answered",
  concerns,
  judge(exchange, judged) {
    if (!concerns(exchange, judged)) return [];
    const { contract, operation } = judged;
    const answered = { contract, operation, exchange };
    const shown = shownIn(answered);
    const sent = shown && sentIn(answered);
    const kept = sent && keptOf(sent, answered);
    if (!kept) return [];
    const flaws = Object.entries(kept).flatMap(([name, value]) => flawsOf({ [name]: value as Json }, shown, answered));
    return [...flaws, ...normalisedTexts(kept, shown, answered)];
  },
};

function concerns({ response }: Exchange, { contract, operation }: Judged): boolean {
  return response.status < 300 && writesItem(rolesIn(contract).get(operation)?.kind);
}

/** Of one member. */
function flawsOf(kept: JsonObject, shown: JsonObject, answered: Answered): readonly Flaw[] {
  const lost = lostEntryIn(kept, shown, answered);
  if (lost !== undefined) {
    const message = `The answer does not show "${lost}", which was sent`;
    return [{ key: `${lost.split("/", 2).join("/")} lost`, message }];
  }
  const altered = alteredIn(kept, shown);
  if (!altered) return [];
  const message = `The answer shows at "${altered.pointer}" ${altered.got}, where ${altered.expected} was sent`;
  return [{ key: genericIn(answered.contract, altered.pointer), message }];
}
