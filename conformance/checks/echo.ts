import { alteredIn } from "../relations/normalised.ts";
import { keptOf, lostEntryIn, rolesIn, sentIn, shownIn, writesItem } from "../relations/fields.ts";
import { generic } from "../generic.ts";
import type { Exchange } from "../exchange.ts";
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
    const lost = kept && lostEntryIn(kept, shown, answered);
    if (lost !== undefined)
      return [
        { key: `${lost.split("/", 2).join("/")} lost`, message: `The answer does not show "${lost}", which was sent` },
      ];
    const altered = kept && alteredIn(kept, shown);
    if (!altered) return kept ? normalisedTexts(kept, shown, answered) : [];
    const message = `The answer shows at "${altered.pointer}" ${altered.got}, where ${altered.expected} was sent`;
    return [{ key: generic(altered.pointer), message }];
  },
};

function concerns({ response }: Exchange, { contract, operation }: Judged): boolean {
  return response.status < 300 && writesItem(rolesIn(contract).get(operation)?.kind);
}
