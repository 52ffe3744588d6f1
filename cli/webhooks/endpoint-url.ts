import { ToolError } from "../../contracts/index.ts";

/**
 * Checks the URL of an endpoint.
 * @throws ToolError "invalid-target" if it is not an http or https URL.
 */
export function endpointUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
  throw new ToolError("invalid-target", `Cannot send to "${text}": it is not an http or https URL`, {
    hint: "Give the whole URL of the endpoint, such as http://127.0.0.1:4011/hooks",
  });
}
