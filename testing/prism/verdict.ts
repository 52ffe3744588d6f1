import { createRequire } from "node:module";
import { getHttpOperationsFromSpec } from "@stoplight/prism-cli/dist/operations.js";
import type { Contract, Operation } from "../../contracts/index.ts";
import type { MockRequest } from "../../mock/index.ts";

// The validator of `prism mock`. It is a dependency of the command, not ours, so it is looked up from where that is.
const requireOfPrism = createRequire(createRequire(import.meta.url).resolve("@stoplight/prism-cli"));
const { validateInput } = requireOfPrism("@stoplight/prism-http/dist/validator") as { validateInput: ValidateInput };

type ValidateInput = (asked: { resource: object; element: object }) => Either;

/** Of fp-ts: `left` is there where there is something against it. */
interface Either {
  readonly left?: readonly Objection[];
}

/** What Prism has against a request. */
export interface Objection {
  readonly message: string;
  readonly code?: string | number;
  readonly path?: readonly (string | number)[];
}

/** Judges requests of one contract as `prism mock` does; an empty list is none against it. */
export async function prismOf({
  file,
}: Contract): Promise<(operation: Operation, request: MockRequest) => readonly Objection[]> {
  const resources = await getHttpOperationsFromSpec(file);
  const byName = new Map(resources.map((each) => [`${each.method.toUpperCase()} ${each.path}`, each]));
  return (operation, request) => {
    const element = elementOf(request);
    if (!element) return [{ message: "the body is no JSON" }];
    return validateInput({ resource: byName.get(operation.name) as object, element }).left ?? [];
  };
}

/** A request as Prism's server reads it; nothing where it cannot. */
function elementOf({ method, url, headers, body }: MockRequest): object | undefined {
  const { pathname, searchParams } = new URL(url, "http://prism.example");
  const query = Object.fromEntries(
    [...searchParams.keys()].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
  const length = body === undefined ? {} : { "content-length": String(body.length) };
  const element = { method: method.toLowerCase(), url: { path: pathname, query }, headers: { ...headers, ...length } };
  if (body === undefined || body.length === 0) return { ...element, body: null };
  const text = Buffer.from(body).toString();
  if (!/[/+]json\b/.test(headers["content-type"] ?? "")) return { ...element, body: text };
  try {
    return { ...element, body: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
