import type { JsonSchema } from "../../model/json.ts";
import type { Bodies } from "../bodies.ts";

/** Member of a request that wraps what the same path shows: "settings" of `{scope, settings: {theme}}` for `{theme}`. */
export function findSettingsWrapper(
  bodies: Bodies,
  { shown, sent }: Readonly<Record<"shown" | "sent", JsonSchema | undefined>>,
): string | undefined {
  if (shown === undefined || sent === undefined) return undefined;
  const known = bodies.names(shown);
  const names = [...bodies.names(sent)];
  if (names.some((name) => known.has(name))) return undefined;
  const [found, other] = names.filter((name) => {
    const inner = [...bodies.names(bodies.member(sent, name) ?? true)];
    return inner.length > 0 && inner.every((each) => known.has(each));
  });
  return other === undefined ? found : undefined;
}

/** The only list in a request to a path that shows nothing but a list: "rules" of `{rules: […]}` for `[…]`. */
export function findSentList(bodies: Bodies, shown: JsonSchema, sent: JsonSchema): string | undefined {
  if (!bodies.accepts(shown, "array") || bodies.accepts(shown, "object")) return undefined;
  const [name, other] = [...bodies.names(sent)].filter((each) => {
    const member = bodies.member(sent, each);
    return member !== undefined && bodies.accepts(member, "array");
  });
  return other === undefined ? name : undefined;
}
