import type { Step } from "../mock/exchanges.ts";
import type { Objection } from "../../../conformance/proxy/prism.ts";

/** A request that Prism or the mock refuses while the other accepts it. */
export interface Disagreement {
  readonly api: string;
  readonly step: Step;
  readonly url: string;
  readonly body: string;
  /** Status of the mock's response. */
  readonly status: number;
  /** Objections of Prism; empty if the mock refuses the request. */
  readonly objections: readonly Objection[];
}

/** An accepted reason for a disagreement. Without a reason, either Prism or the mock is wrong. */
export interface Reason {
  readonly id: string;
  readonly why: string;
  readonly explains: (disagreement: Disagreement) => boolean;
}

export const reasons: readonly Reason[] = [
  {
    id: "empty-query-value",
    why: "Prism takes a query parameter that is empty for one that is not there.",
    explains: ({ step: { fault = "" }, url, objections }) => {
      const name = /^query \/([^/ ]+)/.exec(fault)?.[1];
      return objections.length === 0 && name !== undefined && new URL(url, "http://x").searchParams.get(name) === "";
    },
  },
  {
    id: "parameter-as-json",
    why: "Prism does not judge a query parameter that is written as JSON (`content` in place of `schema`).",
    explains: ({ step: { fault = "", operation }, objections }) => {
      const name = /^query \/([^/ ]+)/.exec(fault)?.[1];
      const isJson = operation.parameters.some((one) => one.name === name && one.mediaType !== undefined);
      return objections.length === 0 && isJson;
    },
  },
  {
    id: "null-body",
    why: "Prism takes a body that is null for none, where none is needed.",
    explains: ({ step: { operation }, body, objections }) =>
      objections.length === 0 && body === "null" && operation.body?.required === false,
  },
];
