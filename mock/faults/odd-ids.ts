import { callFault } from "./fault.ts";

/** End of the ids: characters that are other ones, or separators, in a URL that does not encode them. */
const ODD_END = " /%+é";

export const oddIds = callFault({
  id: "odd-ids",
  forms: ["odd-ids"],
  summary: "gives new items ids with characters that a URL must encode, where the contract allows any text as an id",
  options: {},
  consumerRuns: [
    {
      name: "odd-ids",
      about: "ids of new items have characters that a URL must encode",
      settings: () => [{ id: "odd-ids" }],
    },
  ],
  idOf: (id) => id + ODD_END,
  change(response, { request }) {
    const isConcerned =
      request.url.includes(encodeURIComponent(ODD_END)) || Buffer.from(response.body).includes(ODD_END);
    return isConcerned ? { ...response } : undefined;
  },
});
