import { sentencesIn, singular, valueAt } from "../../../contracts/index.ts";
import type { Handler } from "../../calls/call.ts";
import type { Stored } from "../../state/stored.ts";
import { createStateGuard } from "../conflicts.ts";
import { deletionMarkOf, examplesOf } from "../examples.ts";
import { deleteCollectionsBelow, lockFamily } from "../parents.ts";
import { addressOf, itemAnswer, notFound } from "../resource.ts";
import type { ResourceContext } from "../resource-context.ts";
import { readActionName } from "./action-name.ts";
import { createEffect } from "./effect.ts";
import { createDeletionMarks } from "./soft-deletion.ts";

/** Verbs that may remove an item, and those that need no text that says so. */
const removals = /^(forget|purge|discard|terminate|revoke|uninstall|dispose|decommission)$/;
const plainRemovals = /^forget$/;

/**
 * True for an action that removes its item: "/hosts/{id}/forget", or "/keys/{id}/revoke" with a text that says that the
 * key is deleted, unless the item shows a state that the verb leads to.
 */
export function removesItem(context: ResourceContext): boolean {
  const { contract, operation, role } = context;
  const { path, method, summary } = operation;
  const verb = readActionName(/[^/:]+$/.exec(path)?.[0] ?? "")[0]?.verb ?? "";
  if (role.kind !== "transition" || role.part !== undefined || method === "GET" || !removals.test(verb)) return false;
  const texts = [summary, valueAt(contract.document, `${operation.pointer}/description`)].map((text) =>
    String(text ?? ""),
  );
  const isSaid = plainRemovals.test(verb) || texts.some((text) => saysRemoved(text, singular(role.collection)));
  return isSaid && createEffect(context) === undefined;
}

/** Words that say that a sentence is about another time or another operation, or denies what it names. */
const otherwise = /\b(?:not|never|without|to|before|after|until|unless|once|when|if|can|may|use)\b|n't\b/i;

/** True for "removes the key", "deletes it" and "the key is deleted" of a "key", not for "deletes the sessions of the key". */
function saysRemoved(text: string, noun: string): boolean {
  const words = noun.replaceAll(/[^a-z]+/gi, "[ _-]?");
  // "The key's messages", "the key data" and "the key from the account" are no key.
  const end = "(?=[.,;:)]|$| (?:and|or|permanently|immediately|completely|for good)\\b)";
  const active = new RegExp(
    `^(.*)\\b(?:remove|delete|destroy)s? (?:it|(?:the|this|an?) (?:\\w+ )?${words})${end}`,
    "is",
  );
  const passive = new RegExp(
    `^(.*)\\b${words} (?:is|will be|gets) (?:\\w+ )?(?:removed|deleted|destroyed)\\b(.*)`,
    "is",
  );
  return sentencesIn(text).some((sentence) => {
    const [, before = "", after = ""] = active.exec(sentence) ?? passive.exec(sentence) ?? ["", "not"];
    return !otherwise.test(before) && !otherwise.test(after.split(",", 1)[0] as string);
  });
}

/** Removes an item and all below it, or marks it as deleted. */
export function deleteHandler(context: ResourceContext): Handler {
  const { role } = context;
  const addressed = addressOf(role);
  const exampleAt = examplesOf(context);
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
    if (example) await call.store.change(deletionMarkOf(address), () => ({ value: { id: address.id } }));
    if (shown) return itemAnswer(shown, role);
    await deleteCollectionsBelow(context, call, address);
    return gone ? itemAnswer(gone, role) : {};
  };
}
