import { createRequire } from "node:module";
import type { Contract, Operation } from "../../contracts/index.ts";

/** What Prism has against a request or an answer. */
export interface Objection {
  readonly message: string;
  readonly code?: string | number;
  readonly path?: readonly (string | number)[];
}

/** A request as Prism's server reads it. */
interface Element {
  readonly method: string;
  readonly url: { readonly path: string; readonly query: Readonly<Record<string, string | string[]>> };
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What Prism's proxy says of exchanges of one contract; an empty list is nothing against it. */
export interface Prism {
  ofRequest(operation: Operation, request: Element): readonly Objection[];
  ofAnswer(
    operation: Operation,
    answer: { readonly statusCode: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown },
  ): readonly Objection[];
}

/** Of fp-ts: `left` is there where there is something against it. */
type Validate = (asked: { readonly resource: object; readonly element: object }) => {
  readonly left?: readonly Objection[];
};

interface Parts {
  readonly validateInput: Validate;
  readonly validateOutput: Validate;
  getHttpOperationsFromSpec(file: string): Promise<readonly { readonly method: string; readonly path: string }[]>;
}

/** The parts of Prism that its proxy judges with; nothing where it is not installed. */
export function findPrism(): Parts | undefined {
  try {
    // They are dependencies of the command, not ours, so they are looked up from where it is.
    const requireOfPrism = createRequire(createRequire(import.meta.url).resolve("@stoplight/prism-cli"));
    const validator = requireOfPrism("@stoplight/prism-http/dist/validator") as Omit<
      Parts,
      "getHttpOperationsFromSpec"
    >;
    return { ...validator, ...(requireOfPrism("@stoplight/prism-cli/dist/operations.js") as Parts) };
  } catch {
    return undefined;
  }
}

/** Prism on a contract: it reads the document itself, as its own proxy does. */
export async function prismOf({ file }: Pick<Contract, "file">, parts: Parts): Promise<Prism> {
  const resources = await parts.getHttpOperationsFromSpec(file);
  const byName = new Map(resources.map((each) => [`${each.method.toUpperCase()} ${each.path}`, each]));
  const judged = (validate: Validate, { name }: Operation, element: object): readonly Objection[] => {
    const resource = byName.get(name);
    return resource ? (validate({ resource, element }).left ?? []) : [];
  };
  return {
    ofRequest: (operation, element) => judged(parts.validateInput, operation, element),
    ofAnswer: (operation, element) => judged(parts.validateOutput, operation, element),
  };
}

/** A query as Prism's server reads it. */
export function queryOf(searchParams: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

/** A body as Prism's server reads it: JSON as values, all else as text, none as null; undefined where it cannot. */
export function bodyOf(text: string, type: string): unknown {
  if (text === "") return null;
  if (!/[/+]json\b/.test(type)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
