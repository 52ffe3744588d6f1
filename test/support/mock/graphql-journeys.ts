import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { loadContract } from "../../../contracts/index.ts";
import { ask, platformServing } from "./ask.ts";

/** A request of a journey and its expected answer. A path such as `posts.*.id` collects one value of each item. */
export interface GraphqlStep {
  /** GraphQL text. `<name>` stands for a value that an earlier step kept. */
  readonly ask: string;
  /** Expected values by path: equal, or `{ has }`, `{ lacks }`, `{ count }` of a list, or `{ present: true }`. */
  readonly expect?: Readonly<Record<string, unknown>>;
  /** The request is refused with errors. */
  readonly errors?: true;
  /** Values for later steps, by name: the path of each. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** Steps that a client takes one after another. */
export interface GraphqlJourney {
  readonly journey: string;
  readonly steps: readonly GraphqlStep[];
}

const folder = new URL("../../../fixtures/mock/graphql-journeys/", import.meta.url);

/** Names of the schemas that have journeys. */
export const journeySchemas: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => basename(name, ".yaml"));

/** Journeys of the schema `fixtures/mock/graphql-journeys/NAME.graphql`. */
export function graphqlJourneys(name: string): readonly GraphqlJourney[] {
  return parse(readFileSync(new URL(`${name}.yaml`, folder), "utf8")) as readonly GraphqlJourney[];
}

/** Runs a journey on a new mock of its schema. Returns for each step what is wrong, or undefined. */
export async function runGraphqlJourney(
  name: string,
  { steps }: GraphqlJourney,
): Promise<readonly (string | undefined)[]> {
  const platform = platformServing([await loadContract(fileURLToPath(new URL(`${name}.graphql`, folder)))]);
  const [route = "/graphql"] = platform.graphqlPaths;
  const kept = new Map<string, string>();
  const faults: (string | undefined)[] = [];
  for (const step of steps) {
    const query = withKept(step.ask, kept);
    const { value } = await ask(platform, `POST ${route}`, { body: { query } });
    for (const [key, path] of Object.entries(step.keep ?? {})) kept.set(key, String(valueAt(value?.data, path)));
    faults.push(faultIn(value, step, kept));
  }
  return faults;
}

function withKept(text: string, kept: ReadonlyMap<string, string>): string {
  return text.replaceAll(/<(\w+)>/g, (whole, name: string) => kept.get(name) ?? whole);
}

function faultIn(
  answer: { data?: unknown; errors?: readonly { message: string }[] } | undefined,
  { errors, expect = {}, ask: asked }: GraphqlStep,
  kept: ReadonlyMap<string, string>,
): string | undefined {
  const messages = answer?.errors?.map(({ message }) => message).join("; ");
  if (errors && !messages) return `${asked}: is not refused, but answered ${JSON.stringify(answer?.data)}`;
  if (!errors && messages) return `${asked}: ${messages}`;
  for (const [path, written] of Object.entries(expect)) {
    const expected = parse(withKept(JSON.stringify(written), kept)) as unknown;
    const actual = valueAt(answer?.data, path);
    if (!isExpected(actual, expected))
      return `${asked}: ${path} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`;
  }
  return undefined;
}

function isExpected(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== "object" || expected === null || Array.isArray(expected))
    return isDeepStrictEqual(actual, expected);
  const list = Array.isArray(actual) ? (actual as readonly unknown[]) : undefined;
  if ("has" in expected) return Boolean(list?.includes(expected.has));
  if ("lacks" in expected) return Boolean(list && !list.includes(expected.lacks));
  if ("count" in expected) return list?.length === expected.count;
  return actual !== undefined && actual !== null;
}

function valueAt(value: unknown, path: string): unknown {
  return valueOf(value, path.split("."));
}

function valueOf(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== "object" || value === null) return undefined;
  if (name === "*") return Array.isArray(value) ? value.map((item) => valueOf(item, rest)) : undefined;
  return valueOf((value as Readonly<Record<string, unknown>>)[name], rest);
}
