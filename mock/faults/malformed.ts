import { isJson } from "../../contracts/index.ts";
import { parseJsonBody } from "../model/parse-json-body.ts";
import { callFault } from "./fault.ts";

/** Ways in which networks and gateways break a JSON body. */
const kinds: readonly ((text: string, chance: number) => string)[] = [
  (text, chance) => text.slice(0, Math.ceil(chance * (text.length - 1))),
  () => "<html><body><h1>502 Bad Gateway</h1></body></html>",
  (text) => `${text},`,
];

export const malformed = callFault({
  id: "malformed",
  forms: ["malformed"],
  summary: "sends bodies that are not JSON under a JSON content type",
  options: {},
  change(response, { chance }) {
    if (response.body.length === 0 || !isJson(response.headers["content-type"] ?? "")) return undefined;
    const text = Buffer.from(response.body).toString();
    const kind = kinds[Math.floor(chance("kind") * kinds.length)] as (typeof kinds)[number];
    const made = kind(text, chance("cut"));
    // A truncated number is still JSON.
    return { ...response, body: Buffer.from(parseJsonBody(made) !== undefined ? `${text},` : made) };
  },
});
