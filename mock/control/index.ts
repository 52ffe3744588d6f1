import type { Control } from "./control.ts";
import type { Platform } from "../platform/platform.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { problemResponse } from "../model/problem.ts";
import { CONTROL_HEADER, createAdmission } from "./admission.ts";

export interface ControlSettings {
  /** Body of the response that identifies the mock. */
  readonly identity: () => JsonObject;
  /** Control token. */
  readonly token: string | undefined;
}

/** Creates the control API of a platform. The first request loads its contract. */
export function createControl(platform: Platform, { identity, token }: ControlSettings): Control {
  const admit = createAdmission(token);
  let serve: Promise<Control> | undefined;
  return async (request, path) => {
    const refusal = admit(request);
    if (refusal) return problemResponse(refusal, path);
    serve ??= import("./serve.ts").then(({ createServer }) => createServer(platform, identity));
    // The contract requires the header. With a token, or within the process, a request may omit it.
    const headers = { [CONTROL_HEADER]: "1", ...request.headers };
    return (await serve)({ ...request, headers }, path);
  };
}
