import { ToolError } from "../../contracts/index.ts";

/** @throws ToolError "invalid-target" where it is not the address of an endpoint. */
export function endpointUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
  throw new ToolError("invalid-target", `Cannot send to "${text}": it is not an http or https URL`, {
    hint: "Give the whole address of the endpoint, such as http://127.0.0.1:4011/hooks",
  });
}
