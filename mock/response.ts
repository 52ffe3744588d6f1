import {
  type Contract,
  type Json,
  type Operation,
  type Role,
  type Success,
  acceptorOf,
  isJson,
  jsonOf,
  responseFor,
  successOf,
} from "../contracts/index.ts";
import { createValues, fit } from "../contracts/values/index.ts";
import type { Answer } from "./call.ts";
import { type MockResponse, noBody } from "./exchange.ts";
import { type Refusal, problemOf } from "./problem.ts";
import type { Representations } from "./resources/representation.ts";
import type { Stored } from "./state/store.ts";

/** Turns the outcome of a call into a response that the contract documents. */
export interface ResponseWriter {
  answer(answer: Answer): MockResponse;
  refuse(refusal: Refusal, path: string): MockResponse;
}

const preferred: Partial<Record<Role["kind"], 201 | 204>> = { create: 201, delete: 204 };

/** Compiles how an operation answers. */
export function createResponseWriter(
  contract: Contract,
  operation: Operation,
  role: Role,
  representations: Representations,
): ResponseWriter {
  const success = successOf(operation, preferred[role.kind]);
  const values = createValues(contract, "response");
  const media = success.response?.content ?? [];
  const json = jsonOf(media);
  const type = json ? concreteType(json.mediaType) : media[0]?.mediaType;
  const fixed = {
    ...(type !== undefined && success.status !== 204 && { "content-type": type }),
    "concord-basis": success.response?.basis ?? operation.basis,
    ...requiredHeaders(success),
  };
  // A resource never changes in place, so its text is written once for as long as it is remembered.
  const written = new WeakMap<Stored, Uint8Array>();

  return {
    answer(answer) {
      const headers = answer.headers ? { ...fixed, ...answer.headers } : fixed;
      if (success.status === 204 || media.length === 0) return { status: success.status, headers, body: noBody };
      if (!json) return { status: success.status, headers, body: otherBody(answer) };
      return {
        status: success.status,
        headers,
        body: answer.stored ? storedBody(answer, answer.stored) : jsonBody(answer),
      };
    },
    refuse,
  };

  function storedBody(answer: Answer, stored: Stored): Uint8Array {
    let body = written.get(stored);
    if (!body) written.set(stored, (body = jsonBody(answer)));
    return body;
  }

  function jsonBody({ value = null }: Answer): Uint8Array {
    return Buffer.from(JSON.stringify(representations.answer(operation, value, operation.id)));
  }

  /** Media that are not JSON have no schema to speak of: text gets some text, the rest stays empty. */
  function otherBody({ value }: Answer): Uint8Array {
    if (!type?.startsWith("text/")) return noBody;
    return Buffer.from(typeof value === "string" ? value : operation.id);
  }

  function requiredHeaders({ response }: Success): Record<string, string> {
    const required = (response?.headers ?? []).filter((header) => header.required);
    return Object.fromEntries(
      required.map((header) => {
        const value = values.sample(header.schema, { name: header.name }) ?? "";
        return [header.name, typeof value === "object" ? JSON.stringify(value) : String(value)];
      }),
    );
  }

  /** In the form that the contract documents for the status; as a problem document where it has none. */
  function refuse(refusal: Refusal, path: string): MockResponse {
    const problem = problemOf(refusal, path);
    const documented = responseFor(operation, refusal.status);
    const form = documented && jsonOf(documented.content);
    const schema = form?.schema;
    const body: Json = schema && !acceptorOf(contract, schema.pointer, "response")(problem) ? inTheirForm() : problem;
    return {
      status: refusal.status,
      headers: {
        ...(documented && requiredHeaders({ status: refusal.status, response: documented })),
        "content-type": form && isJson(form.mediaType) ? form.mediaType : "application/problem+json",
        "concord-basis": documented?.basis ?? "assumed",
        ...refusal.headers,
      },
      body: Buffer.from(JSON.stringify(body)),
    };

    function inTheirForm(): Json {
      const { refused, status } = refusal;
      const known = { ...problem, message: refused, error: refused, code: status, errors: problem["violations"] ?? [] };
      return schema
        ? fit(contract, schema, known, "response", () => values.sample(schema, { name: operation.id }))
        : problem;
    }
  }
}

function concreteType(mediaType: string): string {
  return mediaType.includes("*") ? "application/json" : mediaType;
}
