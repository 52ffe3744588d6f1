import { type Operation, ToolError } from "../../../contracts/index.ts";

/**
 * Compared parts: names of headers, and credentials. Concord reads and judges all values itself, because version 2.3.1
 * requires readOnly members in requests, miscalculates multiples of 0.01, and reads lists in headers as plain text.
 */
export interface Compared {
  readonly method: string;
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly query: string;
    readonly security: Operation["security"];
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Names of the documented headers for the status code. */
    readonly documented: readonly string[];
  };
}

/** Remark of the comparator. */
export interface Remark {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly part: "request" | "response";
  /** Location within the part: "headers.x-total", with dots as separators. */
  readonly location: string;
  readonly message: string;
}

/** Used parts of the package, whose own types need a bundler. */
interface Package {
  readonly Comparator: new (options: { readonly oas: unknown }) => {
    compare(pact: unknown): AsyncIterable<{
      readonly code: string;
      readonly type: "error" | "warning" | "info";
      readonly message: string;
      readonly mockDetails?: { readonly location: string };
    }>;
  };
}

let loading: Promise<Package> | undefined;

/**
 * Loads the comparator, an optional package.
 * @throws ToolError "missing-package".
 */
async function loadComparator(): Promise<Package> {
  loading ??= (import("@pactflow/openapi-pact-comparator") as Promise<unknown> as Promise<Package>).catch(
    (cause: unknown) => {
      throw new ToolError("missing-package", 'Cannot load "@pactflow/openapi-pact-comparator": it is not installed', {
        hint: "npm install --save-dev @pactflow/openapi-pact-comparator",
        cause,
      });
    },
  );
  return loading;
}

/**
 * Compares an interaction with one operation. The comparator gets a document with only this operation, under a plain
 * path, because Concord's router has found the operation already.
 */
export async function compareInteraction({ method, request, response }: Compared): Promise<Remark[]> {
  const { Comparator } = await loadComparator();
  const path = "/operation";
  const document = {
    openapi: "3.1.0",
    info: { title: "One operation", version: "1" },
    paths: {
      [path]: {
        [method.toLowerCase()]: {
          responses: {
            [response.status]: {
              description: "",
              headers: Object.fromEntries(response.documented.map((name) => [name, { schema: {} }])),
            },
          },
          security: request.security.map((schemes) => Object.fromEntries(schemes.map(({ name }) => [name, []]))),
        },
      },
    },
    components: {
      securitySchemes: Object.fromEntries(
        request.security
          .flat()
          .map(({ name, type, scheme, in: place, parameter }) => [name, { type, scheme, in: place, name: parameter }]),
      ),
    },
  };
  const { status, headers } = response;
  const pact = {
    metadata: { pactSpecification: { version: "3.0.0" } },
    interactions: [
      {
        description: "",
        request: { method, path, headers: request.headers, query: request.query },
        response: { status, headers },
      },
    ],
  };
  const remarks: Remark[] = [];
  for await (const { code, type, message, mockDetails } of new Comparator({ oas: document }).compare(pact)) {
    if (type === "info") continue;
    const [, part, location = ""] =
      /^\[root\]\.interactions\[0\]\.(request|response)\.(.*)$/s.exec(mockDetails?.location ?? "") ?? [];
    remarks.push({ code, severity: type, part: part === "response" ? "response" : "request", location, message });
  }
  return remarks;
}
