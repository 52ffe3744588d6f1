import type { Contract, Operation } from "../model/contract.ts";
import { valueAt } from "../model/pointer.ts";
import { canonicalPath } from "./resource-paths.ts";

/** Words for an operation that creates an item, or changes the one that exists. */
const upsertWords =
  /\bupsert|\b(creat|add|insert)(e|es|s|ing)?[\s_-]*(or|and|\/)[\s_-]*(updat|replac|overwrit|modif|edit|chang|set)|\b(updat|replac|overwrit|modif|set|edit|chang|insert|put)\w*[\s_-]*(or|\/)[\s_-]*(creat|add|insert)/i;
const camelWords = /[cC]reateOr(Update|Replace|Set)|([uU]pdate|[rR]eplace|[sS]et)OrCreate/;
const missingWords = /\b(does not|doesn't|do not|don't|did not) (yet |already )?exist|\b(no|not) \w+ (yet )?exists?\b/i;
const creationWords = /\b(is|are|be|gets?|been) (\w+ )?created\b|\bcreates? (it|one|them|a|an|the)\b/i;
/** Beginning of a text that says that an operation creates an item, or adds it to others. */
const beginningWords = /^(creat|add|regist|upload|insert|subscrib)/i;
/** Words for an operation that makes no item at its path. */
const otherWords = /updat|edit|modif|chang|replac|restor|renam|generat|search|run|execut/i;

const settingWords = /^(sets?|saves?|stores?|updates?|writes?)\b(?! ?up\b)(?!.*\bnew\b)/i;

/**
 * True if the text of an operation says that it creates an item that does not exist, and changes one that does. A POST
 * that sets an item says so, if no status says that the item is new or taken.
 */
export function saysUpsert(contract: Contract, operation: Operation): boolean {
  const { id, summary, pointer, method, responses } = operation;
  const saysNew = responses.some(({ status }) => status === "201" || status === "409");
  if (method === "POST" && !saysNew && settingWords.test(summary)) return true;
  const description = String(valueAt(contract.document, `${pointer}/description`) ?? "");
  if (camelWords.test(id) || [id, summary, description].some((text) => upsertWords.test(text))) return true;
  return description.split(/\.\s/).some((sentence) => missingWords.test(sentence) && creationWords.test(sentence));
}

/**
 * True for an operation on an item that creates it if it does not exist: the text says so, or 201 is documented beside
 * another success. A PUT also does if no error can say that the item is missing.
 */
export function isUpsert(contract: Contract, operation: Operation): boolean {
  const { method, responses } = operation;
  if (/POST|PUT/.test(method) && createsAtItem(contract, operation)) return true;
  if (method !== "PUT" && method !== "PATCH") return false;
  const documentsResponse = (form: RegExp): boolean => responses.some(({ status }) => form.test(status));
  if (documentsResponse(/^201$/) && documentsResponse(/^20[^1]$/)) return true;
  return saysUpsert(contract, operation) || (method === "PUT" && !documentsResponse(/^(404|4XX|default)$/i));
}

/**
 * True for an operation that makes an item at the path of the item, where nothing makes items at the path of the
 * collection: "POST /repositories/{name}" with the summary "Create a repository", or with 201 as its only success.
 */
function createsAtItem(contract: Contract, operation: Operation): boolean {
  const { id, summary, method, path, responses } = operation;
  const [, above] = /^(.*)\/\{[^{}]+\}\/?$/.exec(path) ?? [];
  if (above === undefined) return false;
  const collection = canonicalPath(above);
  const isFilled = contract.operations.some(
    (each) => /POST|PUT/.test(each.method) && !each.safe && canonicalPath(each.path) === collection,
  );
  if (isFilled) return false;
  const text = summary === "" ? id : summary;
  const saysCreation = [summary, id].some((each) => beginningWords.test(each)) && !otherWords.test(summary);
  if (saysCreation || (method === "POST" && saysUpsert(contract, operation))) return true;
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  return (
    method === "POST" &&
    !otherWords.test(text) &&
    successes.length > 0 &&
    successes.every(({ status }) => status === "201")
  );
}
