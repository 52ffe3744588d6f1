import { callFault } from "./fault.ts";
import { integerOption } from "./option.ts";

export const truncated = callFault({
  id: "truncated",
  forms: ["truncated", "truncated=100"],
  summary: "closes the connection after half of the body, or so many bytes, of the announced length",
  options: {
    bytes: integerOption({
      min: 0,
      description: "Bytes of the body that are sent, never all of them. Default: half of the body.",
    }),
  },
  argument: "bytes",
  change(response, { setting: { bytes }, request }) {
    const { length } = response.body;
    if (length === 0 || request.method === "HEAD") return undefined;
    const cut = Math.min(bytes ?? Math.floor(length / 2), length - 1);
    return { ...response, transport: { ...response.transport, cut } };
  },
});
