import { isObject, splitPropertyPath, resourcesIn, valueAtPath, withValueAtPath } from "../../../contracts/index.ts";
import type { Handler } from "../../calls/call.ts";
import { createEnvelopeWriter, mergeEnvelope, withoutNextLinks } from "../lists/envelope.ts";
import { compileLinks } from "../lists/links.ts";
import { createPaging } from "../lists/paging.ts";
import type { ResourceContext } from "../resource-context.ts";

/**
 * Divides the list in the answer of an action into pages, if a request can select one. All pages together have the items
 * once, so that a client that reads until a page is empty comes to an end.
 */
export function withPages(context: ResourceContext, next: Handler): Handler {
  const { contract, operation, role, representations } = context;
  const schema = representations.shapeOf(operation);
  const list = resourcesIn(contract).at(role.collection).findList(schema);
  const paging = createPaging(contract, operation, { shown: schema });
  if (list?.site.form !== "list" || !paging.canSelectNext) return next;
  const steps = splitPropertyPath(contract, schema, list.site.steps.join(".") || undefined);
  const writeEnvelope = createEnvelopeWriter(contract, schema, { steps, paging });

  return async (call) => {
    const answer = await next(call);
    if ("refused" in answer) return answer;
    const all = valueAtPath(answer.value, steps);
    if (!Array.isArray(all)) return answer;
    const total = all.length;
    const requested = paging.read(call.input);
    // No page has given the cursor, so it is that of an example: nothing follows.
    const isBeyond = "refused" in requested || requested.anchor !== undefined;
    const page = isBeyond ? { offset: total, limit: total, number: paging.first.page + 1 } : requested;
    const items = all.slice(page.offset, page.offset + page.limit);
    const withItems = withValueAtPath(answer.value, steps, items);
    if (!isObject(withItems)) return { ...answer, value: withItems };
    const shown = { ...page, total, count: items.length };
    const facts = { ...shown, linkTo: compileLinks(call, paging, shown) };
    return { ...answer, value: mergeEnvelope(withoutNextLinks(withItems, paging), writeEnvelope(facts)) };
  };
}
