import type { Drift } from "../drift/drift.ts";
import type { ReportPart } from "./part.ts";

/**
 * Drift as an OpenAPI Overlay 1.0 that adds it to the contract. An overlay is for one document, so several contracts
 * need several overlays.
 */
export function renderOverlay(
  drift: readonly Drift[],
  target: string,
  leftovers: readonly string[] = [],
): string | readonly ReportPart[] {
  const left = leftovers.length > 0 && { "x-leftovers": leftovers };
  const overlays = [...Map.groupBy(drift, ({ api }) => api)].map(([api, members]) => ({
    name: api,
    text: written({
      info: { title: `What is beyond the contract of ${api}: ${target}`, version: "1", ...left },
      extends: api,
      actions: members.flatMap(({ message, overlay }) =>
        overlay.map((action) => ({ ...action, description: message })),
      ),
    }),
  }));
  const [only] = overlays;
  if (!only) return nothingBeyond({ title: `Nothing is beyond the contracts: ${target}`, version: "1", ...left });
  return overlays.length === 1 ? only.text : overlays;
}

/** Overlay without effect, since an overlay needs at least one action. */
function nothingBeyond(info: object): string {
  return written({ info, actions: [{ target: "$.info", update: {} }] });
}

function written(overlay: object): string {
  return `${JSON.stringify({ overlay: "1.0.0", ...overlay }, null, 2)}\n`;
}
