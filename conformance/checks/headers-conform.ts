import {
  type Contract,
  type Header,
  createHeaderReader,
  oncePer,
  openedContract,
  validatorOf,
} from "../../contracts/index.ts";
import { findSchemaBasis } from "../model/schema-basis.ts";
import type { Check } from "./check.ts";

const readerOf = oncePer((contract: Contract) => oncePer((header: Header) => createHeaderReader(contract, header)));

/** Check that required headers are present and that documented headers match their schemas. */
export const headersConform: Check = {
  id: "headers-conform",
  claim: "Every documented header matches its schema, and no required header is missing",
  cause: "headers",
  faultCode: "F101",
  appliesTo: (_, { documented }) => (documented?.headers.length ?? 0) > 0,
  judge({ response }, { contract, documented }) {
    return (documented?.headers ?? []).flatMap((header) => {
      const text = response.headers[header.name];
      if (text === undefined) {
        if (header.required)
          return [
            {
              basis: header.basis,
              key: `${header.name} required`,
              message: `The header "${header.name}" is missing from status ${response.status}`,
            },
          ];
        return [];
      }
      const value = readerOf(contract)(header)(text);
      if (validatorOf(contract, header.schema.pointer, "response")(value).length === 0) return [];
      // Open enums allow further values, which consumers must handle.
      const [first] = validatorOf(openedContract(contract), header.schema.pointer, "response")(value);
      if (!first) return [];
      const message = `The header "${header.name}" is ${first.got}, expected ${first.expected}`;
      return [{ key: `${header.name} ${first.keyword}`, message, basis: findSchemaBasis(contract, header.schema, "") }];
    });
  },
};
