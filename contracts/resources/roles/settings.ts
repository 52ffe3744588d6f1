import type { JsonSchema } from "../../model/json.ts";
import type { Renamed } from "../../model/role.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import type { Bodies } from "../bodies.ts";

/** Member of a request that wraps what the same path shows: "settings" of `{scope, settings: {theme}}` for `{theme}`. */
export function findSentIn(
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

/** Names of members that hold the content of a body, whatever it is. */
const contentNames = /^(payload|data|values?|result|response|content|items|body|list)$/i;

/**
 * The only member of a request and of a response, if they name it differently: `labels` and `payload` at a path that ends
 * with "/labels". One is named after the path, the other holds any content, and both have one type.
 */
export function findRenamed(
  bodies: Bodies,
  word: string,
  { shown, sent }: Readonly<Record<"shown" | "sent", JsonSchema | undefined>>,
): Renamed | undefined {
  const [asked, ...others] = sent === undefined ? [] : bodies.names(sent);
  const [answered, ...rest] = shown === undefined ? [] : bodies.names(shown);
  if (asked === undefined || answered === undefined || others.length + rest.length > 0) return undefined;
  const isNamed = (name: string): boolean => foldedName(singular(name)) === foldedName(singular(word));
  const isContent = (name: string): boolean => contentNames.test(name) && !isNamed(name);
  const isPair = (isNamed(asked) && isContent(answered)) || (isContent(asked) && isNamed(answered));
  const [one, other] = [bodies.member(sent ?? true, asked), bodies.member(shown ?? true, answered)];
  if (!isPair || one === undefined || other === undefined || !sharesForm(bodies, one, other)) return undefined;
  return { sent: asked, shown: answered };
}

/** True for lists of values of one type, objects with mostly the same members, or plain values of one type. */
function sharesForm(bodies: Bodies, one: JsonSchema, other: JsonSchema): boolean {
  const types = (["array", "object", "string", "integer"] as const).filter((type) => bodies.accepts(one, type));
  const [type, second] = types;
  if (type === undefined || second !== undefined || !bodies.accepts(other, type)) return false;
  if (type === "array") {
    const [item, otherItem] = [bodies.member(one, "items"), bodies.member(other, "items")];
    return item !== undefined && otherItem !== undefined && sharesForm(bodies, item, otherItem);
  }
  const names = [...bodies.names(one)];
  const known = bodies.names(other);
  return names.filter((name) => known.has(name)).length * 2 >= Math.max(names.length, known.size);
}
