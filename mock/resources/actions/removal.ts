import type { Handler } from "../../calls/call.ts";
import type { Stored } from "../../state/stored.ts";
import { createStateGuard } from "../conflicts.ts";
import { toDeletionMark, createExamples } from "../examples.ts";
import { deleteCollectionsBelow, lockFamily } from "../parents.ts";
import { compileAddress, itemAnswer, notFound } from "../resource.ts";
import type { ResourceContext } from "../resource-context.ts";
import { createDeletionMarks } from "./soft-deletion.ts";

/** Removes an item and all below it, or marks it as deleted. */
export function deleteHandler(context: ResourceContext): Handler {
  const { role } = context;
  const addressed = compileAddress(role);
  const exampleAt = createExamples(context);
  const guard = createStateGuard(context);
  const lockAll = lockFamily(context);
  const marksOf = createDeletionMarks(context);
  return async (call) => {
    const address = addressed(call);
    await lockAll?.(call, address);
    const example = await exampleAt(call, address);
    let gone: Stored | undefined;
    const outcome = await call.store.change(address, (stored) => {
      const refusal = stored && guard?.(stored, address.id);
      if (refusal) return refusal;
      gone = stored ?? example?.();
      return gone ? null : notFound(role, address.id);
    });
    if (outcome !== null && "refused" in outcome) return outcome;
    const marks = marksOf?.(call.input, new Date(call.now));
    const shown = gone && marks && { ...gone, value: { ...gone.value, ...marks } };
    if (gone) await context.bin?.keep(call, address, gone, shown);
    context.representations.shownItems.forget(call.world, address);
    if (example) await call.store.change(toDeletionMark(address), () => ({ value: { id: address.id } }));
    if (shown) return itemAnswer(shown, role);
    await deleteCollectionsBelow(context, call, address);
    return gone ? itemAnswer(gone, role) : {};
  };
}
