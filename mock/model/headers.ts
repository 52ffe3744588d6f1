import {
  type Contract,
  type Header,
  type Response,
  createParameterReader,
  headerParameter,
  encode,
  validatorOf,
  writeParameterText,
} from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import { framing } from "./sendable.ts";

type Headers = Readonly<Record<string, string>>;

/** The headers that a contract documents. */
export interface DocumentedHeaders {
  /** Those that a response must have, made up. */
  required(documented: Response | undefined): Headers;
  /** Those that it may have, too. */
  all(documented: Response | undefined): Headers;
  /** The given ones, without those that the contract documents otherwise. */
  fitting(documented: Response | undefined, headers: Headers): Headers;
}

export function createHeaders(contract: Contract): DocumentedHeaders {
  const values = createValues(contract, "response");
  return {
    required: (documented) => made(documented, ({ required }) => required),
    all: (documented) => made(documented, () => true),
    fitting(documented, headers) {
      const entries = Object.entries(headers).filter(([name, text]) => {
        const header = documented?.headers.find((each) => each.name === name);
        if (!header) return true;
        const value = createParameterReader(contract, headerParameter(header)).fromText(text);
        return validatorOf(contract, header.schema.pointer, "response")(value).length === 0;
      });
      return Object.fromEntries(entries);
    },
  };

  function made(documented: Response | undefined, isWanted: (header: Header) => boolean): Headers {
    const wanted = (documented?.headers ?? []).filter((header) => isWanted(header) && !framing.has(header.name));
    return Object.fromEntries(
      wanted.map((header) => {
        const value = values.sample(header.schema, { name: header.name, label: header.name }) ?? "";
        const text = writeParameterText(headerParameter(header), value);
        return [header.name, /^[\t -~]*$/.test(text) ? text : encode(text)];
      }),
    );
  }
}
