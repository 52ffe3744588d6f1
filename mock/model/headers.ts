import {
  type Contract,
  type Header,
  type Response,
  createParameterReader,
  headerParameter,
  percentEncode,
  validatorOf,
  writeParameterText,
} from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import { framingHeaders } from "./sendable-headers.ts";

type Headers = Readonly<Record<string, string>>;

/** Response headers that a contract documents. */
export interface DocumentedHeaders {
  /** Generated values of the required headers. */
  required(documented: Response | undefined): Headers;
  /** Generated values of all documented headers. */
  all(documented: Response | undefined): Headers;
  /** The given headers, without those whose value does not match its documented schema. */
  fitting(documented: Response | undefined, headers: Headers): Headers;
}

export function createDocumentedHeaders(contract: Contract): DocumentedHeaders {
  const values = createValues(contract, "response");
  return {
    required: (documented) => generate(documented, ({ required }) => required),
    all: (documented) => generate(documented, () => true),
    fitting(documented, headers) {
      if (!documented || documented.headers.length === 0) return headers;
      const entries = Object.entries(headers).filter(([name, text]) => {
        const header = documented.headers.find((each) => each.name === name);
        if (!header) return true;
        const value = createParameterReader(contract, headerParameter(header)).fromText(text);
        return validatorOf(contract, header.schema.pointer, "response")(value).length === 0;
      });
      return Object.fromEntries(entries);
    },
  };

  function generate(documented: Response | undefined, isWanted: (header: Header) => boolean): Headers {
    const wanted = (documented?.headers ?? []).filter((header) => isWanted(header) && !framingHeaders.has(header.name));
    return Object.fromEntries(
      wanted.map((header) => {
        const value = values.sample(header.schema, { name: header.name, label: header.name }) ?? "";
        const text = writeParameterText(headerParameter(header), value);
        return [header.name, /^[\t -~]*$/.test(text) ? text : percentEncode(text)];
      }),
    );
  }
}
