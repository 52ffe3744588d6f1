import type { Control } from "./control.ts";
import type { Platform } from "../platform/platform.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { problemResponse } from "../model/problem.ts";
import { CONTROL_HEADER, createAdmission } from "./admission.ts";

export interface ControlSettings {
  /** What the mock says that it is. */
  readonly identity: () => JsonObject;
  /** What other machines must show. */
  readonly token: string | undefined;
}

/** The control API of a platform, as its contract describes it. The contract is read when it is first asked for. */
export function createControl(platform: Platform, { identity, token }: ControlSettings): Control {
  const admit = createAdmission(token);
  let serve: Promise<Control> | undefined;
  return async (request, path) => {
    const refusal = admit(request);
    if (refusal) return problemResponse(refusal, path);
    serve ??= import("./serve.ts").then(({ createServer }) => createServer(platform, identity));
    // The contract requires the header of everybody; with a token, or within the process, it may be left out.
    const headers = { [CONTROL_HEADER]: "1", ...request.headers };
    return (await serve)({ ...request, headers }, path);
  };
}
