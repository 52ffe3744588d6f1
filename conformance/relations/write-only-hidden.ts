import { type JsonObject, isObject, listSchemaPlaces } from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { requestMedia } from "../requests/wire.ts";
import { readSentItem } from "../items/fields.ts";
import type { Relation } from "./story/relation.ts";

interface Secret {
  readonly name: string;
  readonly value: string | number;
}

/** writeOnly members of a create request are absent from the responses to create, read and list. */
export const writeOnlyHidden: Relation = {
  id: "write-only-hidden",
  claim: "A writeOnly value that was sent is in no later response",
  cause: "secrets",
  needs: [],
  runs: 3,
  unlessSaidBy: "write-only-absent",
  async holds(item, { resource, contract, operation }) {
    const schema = requestMedia(operation)?.schema;
    const body = jsonIn(item.exchange.request);
    if (!schema || body === undefined || !readSentItem({ contract, operation, exchange: item.exchange })) return [];
    const secrets = listSchemaPlaces(contract, schema.pointer, body, "request").flatMap(
      ({ pointer, value, parts }): Secret[] => {
        if (
          parts.some((part) => part.schema["writeOnly"] === true) &&
          (typeof value === "string" || typeof value === "number")
        )
          return [{ name: pointer.split("/").at(-1) as string, value }];
        return [];
      },
    );
    if (secrets.length === 0) return [];
    const answers = [item.exchange];
    for (const deed of ["read", "list"] as const) {
      const result = await resource.sendRequest(deed, item);
      if (result) answers.push(result);
    }
    const found = (exchange: Exchange): Secret | undefined =>
      secrets.find((secret) => shows(jsonIn(exchange.response), secret));
    return answers.flatMap((exchange) => {
      const secret = exchange.response.status < 300 ? found(exchange) : undefined;
      const message = `The response shows "${secret?.name}", which is writeOnly`;
      if (secret) return [{ key: secret.name, message, exchange }];
      return [];
    });
  },
};

/** True where a member at any depth has the name and the value of the secret. */
function shows(value: unknown, secret: Secret): boolean {
  if (Array.isArray(value)) return value.some((item) => shows(item, secret));
  if (!isObject(value as JsonObject)) return false;
  return Object.entries(value as JsonObject).some(
    ([name, member]) => (name === secret.name && member === secret.value && member !== "") || shows(member, secret),
  );
}
