import type { Contract, Operation, Webhook } from "../../contracts/index.ts";
import type { Witness } from "../change.ts";
import type { Finding } from "../judge.ts";
import type { Pair } from "../match.ts";
import type { Reach } from "../reach.ts";
import { onSchemas } from "./prove.ts";
import { type Showing, requestFor } from "./request.ts";

/** What proves a breaking finding where the walk reached it: a value as it was found, and the request that goes with it. */
export function witnessAt(
  finding: Finding & { readonly witness?: Pick<Witness, "shows" | "value"> },
  { root, path }: Reach,
  pair: Pair<Contract>,
): Witness | undefined {
  const { found, rule, polarity } = finding;
  if (onSchemas.has(rule.on) && !finding.witness) return undefined;
  const { shows, value } = finding.witness ?? { shows: showsOf(finding) };
  const step = found.step ?? "";
  const { base } = pair;
  const exchange = base && exchangesOf(base).get(root.name);
  // What a webhook newly sends, its revision describes.
  const sending = shows === "unexpected" && exchange && !("path" in exchange) ? pair.revision : base;
  const speaking = sending && exchangesOf(sending).get(root.name);
  const isCarried = polarity !== undefined && root.status === undefined && shows !== "refused";
  const request = sending && speaking && requestFor(sending, speaking, value === undefined ? showing() : carrying());
  return {
    shows,
    ...(value !== undefined && { value }),
    ...(value !== undefined && step !== "" && { at: path }),
    ...(request && { request }),
  };

  function carrying(): Showing {
    return root.status === undefined && value !== undefined ? { path, value } : {};
  }

  /** What is gone is used; what is asked for now is left out. */
  function showing(): Showing {
    const [type] = rule.on === "content" ? (found.values ?? []) : [];
    if (isCarried) return { path: path + step, ...(typeof type === "string" && { mediaType: type }) };
    return typeof type === "string" && root.status !== undefined ? { accept: type } : {};
  }
}

function showsOf({ rule, found, polarity }: Finding): Witness["shows"] {
  if (rule.on === "operation" && rule.kind === "changed") return "refused";
  if (found.byName || rule.kind === "removed" || rule.on === "answers") return "gone";
  return polarity === "out" ? "unexpected" : "refused";
}

const exchanges = new WeakMap<Contract, ReadonlyMap<string, Operation | Webhook>>();

/** Operations, webhooks and callbacks, by the names that the walk gives them. */
function exchangesOf(contract: Contract): ReadonlyMap<string, Operation | Webhook> {
  let known = exchanges.get(contract);
  if (!known) {
    const callbacks = contract.operations.flatMap(({ name, callbacks: all = [] }) =>
      all.map((callback) => [`${name} callback ${callback.name}`, callback] as const),
    );
    const webhooks = contract.webhooks.map((webhook) => [`${webhook.method} ${webhook.name}`, webhook] as const);
    const operations = contract.operations.map((operation) => [operation.name, operation] as const);
    exchanges.set(contract, (known = new Map([...callbacks, ...webhooks, ...operations])));
  }
  return known;
}
