import type { Codes } from "../../model/code-list.ts";
import type { Contract, Json } from "../../../contracts/index.ts";
import { propertyStep } from "../../model/wording.ts";
import { listAlternatives } from "../alternatives.ts";
import type { Place } from "../place.ts";
import type { View } from "../view.ts";

/** Maximum depth. Error codes are less deep: "body.errors[].detail.code". */
const DEEPEST = 4;

/** Codes that the enums of bodies list, in all alternatives of unions. */
export function createCodeLists(contract: Contract, read: (places: readonly Place[]) => View): (view: View) => Codes {
  const known = new Map<View, Codes>();
  return (body) => {
    let codes = known.get(body);
    if (!codes) {
      const found = new Map<string, { values: Map<string, { value: string | number; at: string }>; isOpen: boolean }>();
      gather(body, { path: "body", depth: 0 });
      known.set(body, (codes = found));

      function gather(view: View, { path, depth }: { readonly path: string; readonly depth: number }): void {
        for (const one of listAlternatives(contract, view).views) {
          if (one.types.some((type) => type === "string" || type === "number" || type === "integer"))
            noteCodes(one, path);
          if (depth === DEEPEST) continue;
          for (const [name, places] of one.properties)
            gather(read(places), { path: path + propertyStep(name), depth: depth + 1 });
          const items = one.inner.get("[]");
          if (items) gather(read(items), { path: `${path}[]`, depth: depth + 1 });
        }
      }

      function noteCodes({ values, valuesAt }: View, path: string): void {
        const list = found.get(path) ?? { values: new Map(), isOpen: false };
        found.set(path, { ...list, isOpen: list.isOpen || values === undefined });
        for (const [text, value] of values ?? []) {
          if (isCode(value) && !list.values.has(text)) list.values.set(text, { value, at: valuesAt });
        }
      }
    }
    return codes;
  };
}

/** Checks for a value that can be an error code: a text or a number. */
export function isCode(value: Json): value is string | number {
  return typeof value === "string" || typeof value === "number";
}
