import { ToolError, nearestWords } from "../../contracts/index.ts";

/** @param cannot the action that failed, such as `try the API "x"`. */
export function unknownApi(cannot: string, name: string, apis: readonly string[]): ToolError {
  const [near] = nearestWords(name, apis, 1);
  return new ToolError("unknown-api", `Cannot ${cannot}: there is no contract of that name`, {
    hint: near === undefined ? `There are: ${apis.join(", ")}` : `The nearest is "${near}"`,
  });
}
