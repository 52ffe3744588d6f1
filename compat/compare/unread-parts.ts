import type { Pair } from "../model/pair.ts";
import { isDeepStrictEqual } from "node:util";
import {
  type Contract,
  type Json,
  type UnreadPart,
  locate,
  readingNotes,
  splitPointer,
  findUnreadParts,
} from "../../contracts/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { type CompatProfile, cited } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { becameUnreadable } from "../rules/became-unreadable.ts";
import { quote } from "../model/wording.ts";

/** A given document that is not compared. */
export interface UnreadDocument {
  readonly file: string;
  readonly reason: string;
  /** True if only the base has the document. A published base cannot be corrected. */
  readonly isInBase: boolean;
}

/** Result of a comparison, and the documents that it left out. */
interface Comparison {
  readonly changes: readonly Change[];
  readonly documents: readonly UnreadDocument[];
  readonly apiOf: (pair: Pair<Contract>) => string;
  readonly profile: CompatProfile;
}

type UnreadParts = Required<Pick<CompatReport, "faults" | "notes">>;

const remedy = "What changed there is not known: mend it, so that it can be compared";

/**
 * Finds parts that a comparison could not read. Each is a fault, even if both sides have it, because anything may have
 * changed there. It is only a note if the base alone has it, so that a correction passes, or if both sides have the same
 * text without references, so that nothing can have changed.
 */
export function unreadParts(
  pairs: readonly Pair<Contract>[],
  { changes, documents, apiOf, profile }: Comparison,
): UnreadParts {
  const faults: Fault[] = [];
  const notes: Note[] = [];
  for (const { file, reason, isInBase } of documents) {
    const message = `"${file}" was not compared: ${reason}`;
    const at = { file, line: 1, pointer: "" };
    const api = file.split(/[/:]/).at(-1) ?? file;
    if (isInBase) notes.push({ code: "document-not-read", verdict: "dangerous", api, message, at });
    else faults.push(createUnreadFault("document-not-read", { api, message, at }));
  }
  for (const { base, revision } of pairs) {
    // An added or removed API is one change. Its parts are not compared.
    if (!base || !revision) continue;
    const api = apiOf({ base, revision });
    compareUnreadParts(base, revision, api);
    const read = [...(base === revision ? [] : readingNotes(base)), ...readingNotes(revision)];
    for (const { code, message, at } of read) notes.push({ code, verdict: "non-breaking", api, message, at });
  }
  return { faults: groupByMessage(faults), notes: groupByMessage(notes) };

  function createUnreadFault(code: string, rest: Required<Pick<Fault, "api" | "message" | "at">>): Fault {
    return { code, ...cited(profile, principleCriterion(becameUnreadable.principle)), verdict: "dangerous", ...rest };
  }

  function compareUnreadParts(base: Contract, revision: Contract, api: string): void {
    const before = findUnreadParts(base);
    const after = base === revision ? before : findUnreadParts(revision);
    const known = new Map(before.map((part) => [toUnreadKey(part), part]));
    const onlyInBase = new Map(known);
    for (const part of after) {
      const { code, message, at, value } = part;
      const earlier = known.get(toUnreadKey(part));
      onlyInBase.delete(toUnreadKey(part));
      const isSame = earlier !== undefined && isConstant(value) && isDeepStrictEqual(value, earlier.value);
      if (isSame)
        notes.push({ code, verdict: "non-breaking", api, message: `${message}. It is the same on both sides`, at });
      else if (earlier || !isReportedChange(part))
        faults.push(createUnreadFault(code, { api, message: `${message}. ${remedy}`, at }));
    }
    for (const { code, message: text, at } of onlyInBase.values()) {
      const message = `${text}. Its content in the base was not compared`;
      notes.push({ code, verdict: "dangerous", api, message, at });
    }
    if (isUnused(base) && isUnused(revision)) {
      const message = "No operation or webhook is described: nothing was compared";
      faults.push(createUnreadFault("nothing-compared", { api, message, at: locate(revision, "") }));
    }
  }

  /** Checks if a change already reports that the part became unreadable. */
  function isReportedChange({ reference, at }: UnreadPart): boolean {
    const named = quote(reference ?? splitPointer(at.pointer).at(-1) ?? "");
    return changes.some(
      ({ rule, message, revision }) =>
        rule === becameUnreadable.id &&
        message.includes(named) &&
        (reference !== undefined || (at.file === revision?.file && at.pointer.startsWith(revision.pointer))),
    );
  }
}

/** Checks for a document without operations and webhooks: nothing in it was compared. */
function isUnused({ kind, document, operations, webhooks, removed }: Contract): boolean {
  if (kind === "graphql" || operations.length + webhooks.length + removed.length > 0) return false;
  return document["components"] !== undefined || (document["info"] === undefined && document["paths"] === undefined);
}

/** Key of a part on both sides: the target of a reference, or the place of anything else. */
function toUnreadKey({ code, message, at, reference }: UnreadPart): string {
  if (reference === undefined) return `${code} ${at.pointer} ${withoutValue(message)}`;
  return `${code} ${message}`;
}

/** Removes the unreadable value from a message, because it can differ between the sides. */
function withoutValue(message: string): string {
  const end = " is not a value it can have";
  const colon = message.endsWith(end) ? message.slice(0, -end.length).indexOf(": ") : -1;
  if (colon < 0) return message;
  return message.slice(0, colon);
}

/** Checks that a value has no reference whose target could change. */
function isConstant(value: Json | undefined): boolean {
  return value !== undefined && !/"\$(dynamic|recursive)?ref"/i.test(JSON.stringify(value));
}

/** Groups equal messages, each with all its places. */
function groupByMessage<Item extends Fault | Note>(items: readonly Item[]): Item[] {
  return [...Map.groupBy(items, ({ code, api, message }) => `${code} ${api} ${message}`).values()].map((equalItems) => {
    const [first, ...others] = equalItems as [Item, ...Item[]];
    const places = others.flatMap(({ at }) => at ?? []);
    if (places.length > 0) return { ...first, places };
    return first;
  });
}
