import {
  type Json,
  type Operation,
  type Schema,
  isJson,
  jsonOf,
  responseFor,
  tokensOf,
} from "../../contracts/index.ts";
import { withValueAt } from "../../contracts/values/index.ts";
import type { MockResponse } from "../exchange.ts";
import { parsed } from "../parsed.ts";

/** A body of JSON, and the schema that the contract documents for it. */
export interface DocumentedBody {
  readonly value: Json;
  readonly schema: Schema;
}

/** The body of a response where the contract says what it is. */
export function documentedBody(
  operation: Operation,
  { status, headers, body }: MockResponse,
): DocumentedBody | undefined {
  if (body.length === 0 || !isJson(headers["content-type"] ?? "")) return undefined;
  const schema = jsonOf(responseFor(operation, status)?.content ?? [])?.schema;
  const value = schema && parsed(body);
  return value === undefined ? undefined : { value, schema: schema as Schema };
}

/** What may become of a place of a body, the first choice first. */
export interface Insertion {
  readonly pointer: string;
  readonly choices: readonly ((value: Json) => Json)[];
}

/** A response with as much put into its body as that bears; nothing where it bears nothing. */
export function withInsertions(
  response: MockResponse,
  value: Json,
  { insertions, accepts }: { readonly insertions: readonly Insertion[]; readonly accepts: (changed: Json) => boolean },
): MockResponse | undefined {
  const changed = insert(value, insertions, accepts);
  return changed === value ? undefined : { ...response, body: Buffer.from(JSON.stringify(changed)) };
}

/** A value with as much put into it as it bears: all first choices at once, else each that is still accepted. */
function insert(value: Json, insertions: readonly Insertion[], accepts: (changed: Json) => boolean): Json {
  const whole = insertions.reduce(
    (made, { pointer, choices }) => withValueAt(made, tokensOf(pointer), choices[0] as (before: Json) => Json),
    value,
  );
  if (accepts(whole)) return whole;
  return insertions.reduce((made, { pointer, choices }) => {
    const path = tokensOf(pointer);
    for (const choice of choices) {
      const changed = withValueAt(made, path, choice);
      if (accepts(changed)) return changed;
    }
    return made;
  }, value);
}
