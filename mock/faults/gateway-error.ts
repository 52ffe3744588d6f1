import { omitUndefined } from "../../contracts/index.ts";
import { callFault } from "./fault.ts";
import { integerOption, wordOption } from "./option.ts";
import { refusalWith } from "./status.ts";

export const gatewayError = callFault({
  id: "gateway-error",
  forms: ["gateway-error", "gateway-error=504"],
  summary: "responds as a gateway in front of the API, with 502 or the given status and a page of HTML",
  options: {
    status: integerOption({ min: 500, max: 599, default: 502, description: "Status code of the response." }),
    lost: wordOption(["request", "answer"], {
      default: "request",
      description: "Message that the gateway loses. With `answer`, the call is carried out.",
    }),
  },
  argument: "status",
  refuse: ({ setting: { status, lost } }) => (lost === "request" ? refusalWith(status) : undefined),
  change({ transport }, { setting: { status } }) {
    const body = Buffer.from(
      `<html><head><title>${status}</title></head><body><h1>Gateway error ${status}</h1></body></html>`,
    );
    return omitUndefined({ status, headers: { "content-type": "text/html" }, body, transport });
  },
});
