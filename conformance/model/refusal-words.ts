import type { WireResponse } from "./exchange.ts";

/** Number of characters of a body that are searched for words. */
const MAX_CHARACTERS = 2000;

const conflictWords =
  /\b(already (exists?|taken|in use|used|registered|present)|exists already|(must|has to|have to|should) be unique|not unique|unique (constraint|index|key|value|violation|field)|uniqueness|duplicate\w*|(is|been) taken|keys? .{0,40}\b((already|was|been) used|reus(e|ed|ing)))\b/;
const contentWords =
  /\b(validation|invalid|not valid|(is|are) required|missing (field|value|property)|must (be|have|match|contain|not)|malformed|constraint)\b/;
const quotaWords =
  /\b(quota|exhausted|used up|exceeded|limit reached|upgrade|subscription|credits|payment required|trial)\b/;
const senderWords =
  /\b(tokens?|api keys?|credentials?|signature|scopes?|permissions?|roles?|access denied|unauthori[sz]ed|not authori[sz]ed|logged in)\b/;

/** True for a refusal that says that a value exists already, whatever its status. */
export function saysConflict(response: WireResponse): boolean {
  return response.status === 409 || (isClientError(response) && conflictWords.test(extractBodyWords(response)));
}

/** True for a refusal that blames the content of the request, or a quota, and not the sender. */
export function sparesSender(response: WireResponse): boolean {
  const words = extractBodyWords(response);
  return (contentWords.test(words) || quotaWords.test(words) || conflictWords.test(words)) && !senderWords.test(words);
}

function isClientError({ status }: WireResponse): boolean {
  return status >= 400 && status < 500;
}

/** Words of a body in lower case. Codes such as "RECORD_NOT_UNIQUE" and "AlreadyExists" are words, too. */
function extractBodyWords({ body }: WireResponse): string {
  return body
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[\s_-]+/g, " ")
    .toLowerCase();
}
