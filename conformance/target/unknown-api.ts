import { ToolError, knownHint } from "../../contracts/index.ts";

/** @param cannot the action that failed, such as `try the API "x"`. */
export function createUnknownApiError(cannot: string, name: string, apis: readonly string[]): ToolError {
  return new ToolError("unknown-api", `Cannot ${cannot}: there is no contract of that name`, {
    hint: knownHint(name, apis),
  });
}
