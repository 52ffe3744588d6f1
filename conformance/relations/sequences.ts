import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import fc from "fast-check";
import { canonicalJson, seededNumber } from "../../contracts/generate/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { isDone, isGone, isSuccess } from "../items/fields.ts";
import { findLosses } from "./story/compare.ts";
import type { Relation, Story } from "./story/relation.ts";
import { showsUndeleted } from "../model/soft-deleted.ts";

/** Expected state of the item: its existence and its last write. */
interface Model {
  /** Undefined after a 202 response to a delete, which leaves open when the item is gone. */
  isThere: boolean | undefined;
  /** Undefined after a 202 response, which leaves open when the write takes effect. */
  written: { readonly exchange: Exchange; readonly deed: "create" | "update" | "replace" } | undefined;
}

interface TestedItem {
  readonly item: Item;
  readonly story: Story;
}

/** A command that changes the item and its model. It fails by throwing a `Contradiction`. */
type Step = fc.AsyncCommand<Model, TestedItem>;

/** Carries a broken relation out of a run of commands. */
class Contradiction extends Error {
  readonly broken: Violation;
  constructor(broken: Violation) {
    super(broken.message);
    this.broken = broken;
  }
}

const LONGEST = 6;
const SEQUENCES = 5;

/** After any sequence of operations, an item exists until it is deleted, and has the values of its last write. */
export const sequences: Relation = {
  id: "sequences",
  claim: "In any order of operations, an item exists until it is deleted, with the values of the last write",
  cause: "loss",
  faultCode: "F103",
  faultKeys: /^read gone$/,
  needs: ["read"],
  runs: 1,
  // The relation shrinks the sequence itself.
  isWhole: true,
  async holds(item, story) {
    const { resource } = story;
    const deeds = [readStep, writeStep("update"), writeStep("replace"), deleteStep].filter(({ deed }) =>
      resource.operationOf(deed),
    );
    if (deeds.length === 1) return [];
    // `fc.commands` starts with short sequences, and this relation runs only a few.
    const arbitrary = fc.noBias(
      fc.array(
        fc.oneof(...deeds.map((deed) => ({ weight: deed.weight, arbitrary: fc.nat(99).map((seed) => deed.at(seed)) }))),
        {
          minLength: 1,
          maxLength: LONGEST,
          size: "max",
        },
      ),
    );
    let broken: Violation | undefined;
    let made = 0;
    await fc.check(
      fc.asyncProperty(arbitrary, async (commands) => {
        // Each sequence creates an item with other values, because some must be unique.
        const ownItem = made++ === 0 ? item : await resource.createItem({ seed: made });
        if (!ownItem) return;
        const model: Model = { isThere: true, written: { exchange: ownItem.exchange, deed: "create" } };
        try {
          await fc.asyncModelRun(() => ({ model, real: { item: ownItem, story } }), commands);
        } catch (error) {
          if (!(error instanceof Contradiction) || (broken && broken.key !== error.broken.key)) return;
          broken = { ...error.broken, firstExchange: ownItem.exchange };
          throw error;
        }
      }),
      {
        seed: seededNumber(canonicalJson(item.sent)),
        numRuns: SEQUENCES,
        // A sequence that random choice seldom produces.
        examples: [[selectCommands(["delete", "update", "read"], deeds)]],
      },
    );
    return broken ? [broken] : [];
  },
};

function selectCommands(names: readonly string[], deeds: readonly CommandKind[]): Step[] {
  return names.flatMap((name) => deeds.find(({ deed }) => deed === name)?.at(0) ?? []);
}

interface CommandKind {
  readonly deed: "read" | "update" | "replace" | "delete";
  readonly weight: number;
  at(seed: number): Step;
}

const readStep: CommandKind = {
  deed: "read",
  weight: 2,
  at: () => ({
    check: () => true,
    toString: () => "read",
    async run(model, { item, story }) {
      const read = await story.resource.sendRequest("read", item);
      if (!read) return;
      if (model.isThere === false && showsUndeleted(read, story.resource.itemIn("read", read)))
        contradict("read gone", "The deleted item is read", read, { sameAs: { check: "deleted-gone", key: "read" } });
      if (model.isThere && isGone(read))
        contradict("not found", `The existing item is answered with ${read.response.status}`, read);
      const shown = story.resource.itemIn("read", read);
      if (!model.isThere || !model.written || !shown) return;
      const { exchange, deed } = model.written;
      const [lost] = findLosses(story, exchange, deed, { exchange: read, shown });
      if (!lost) return;
      const { pointer, expected, got } = lost;
      const message = `"${pointer}" was ${expected}, and is read as ${got}`;
      contradict(`lost ${pointer}`, message, read, { shown: { pointer, expected, actual: got } });
    },
  }),
};

function writeStep(deed: "update" | "replace"): CommandKind {
  return {
    deed,
    weight: 1,
    at: (seed) => ({
      check: () => true,
      toString: () => deed,
      async run(model, { item, story }) {
        const written = await story.resource.sendRequest(deed, item, { seed });
        if (!written || !isSuccess(written)) return;
        if (!isDone(written) || model.isThere === undefined) return void (model.written = undefined);
        if (!model.isThere && deed === "update")
          contradict("update gone", `The deleted item is changed (${written.response.status})`, written, {
            sameAs: { check: "deleted-not-updated", key: "update" },
          });
        // A PUT may create the item again.
        model.isThere = true;
        model.written = { exchange: written, deed };
      },
    }),
  };
}

const deleteStep: CommandKind = {
  deed: "delete",
  weight: 1,
  at: () => ({
    check: () => true,
    toString: () => "delete",
    async run(model, { item, story }) {
      const gone = await story.resource.sendRequest("delete", item);
      if (gone && [200, 204].includes(gone.response.status)) model.isThere = false;
      if (gone?.response.status === 202) model.isThere = undefined;
    },
  }),
};

function contradict(
  key: string,
  message: string,
  exchange: Exchange,
  more: Pick<Violation, "sameAs" | "shown"> = {},
): never {
  throw new Contradiction({ key, message, exchange, ...more });
}
