import { createRequire } from "node:module";
import type { Contract, Operation } from "../../contracts/index.ts";

/** Objection of Prism to a request or response. */
export interface Objection {
  readonly message: string;
  readonly code?: string | number;
  readonly path?: readonly (string | number)[];
}

/** Request in Prism's format. */
interface Element {
  readonly method: string;
  readonly url: { readonly path: string; readonly query: Readonly<Record<string, string | string[]>> };
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Prism's judgement of exchanges of one contract. An empty list means no objection. */
export interface Prism {
  ofRequest(operation: Operation, request: Element): readonly Objection[];
  ofAnswer(
    operation: Operation,
    answer: { readonly statusCode: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown },
  ): readonly Objection[];
}

/** Result in the style of fp-ts. `left` has the objections. */
type Validate = (asked: { readonly resource: object; readonly element: object }) => {
  readonly left?: readonly Objection[];
};

interface Parts {
  readonly validateInput: Validate;
  readonly validateOutput: Validate;
  getHttpOperationsFromSpec(file: string): Promise<readonly { readonly method: string; readonly path: string }[]>;
}

/** Parts of Prism that its proxy judges with. Undefined if it is not installed. */
export function findPrism(): Parts | undefined {
  try {
    // They are dependencies of Prism's command, and are resolved from there.
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

/** Prism for a contract. It reads the document itself, as its own proxy does. */
export async function createPrism({ file }: Pick<Contract, "file">, parts: Parts): Promise<Prism> {
  const resources = await parts.getHttpOperationsFromSpec(file);
  const byName = new Map(resources.map((each) => [`${each.method.toUpperCase()} ${each.path}`, each]));
  const validateElement = (validate: Validate, { name }: Operation, element: object): readonly Objection[] => {
    const resource = byName.get(name);
    if (resource) return validate({ resource, element }).left ?? [];
    return [];
  };
  return {
    ofRequest: (operation, element) => validateElement(parts.validateInput, operation, element),
    ofAnswer: (operation, element) => validateElement(parts.validateOutput, operation, element),
  };
}

/** Query in Prism's format. */
export function toPrismQuery(searchParams: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

/** Body in Prism's format: JSON values, text, or null. Undefined if it cannot be parsed. */
export function toPrismBody(text: string, type: string): unknown {
  if (text === "") return null;
  if (!/[/+]json\b/.test(type)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
