import { loadPlatform } from "../../contracts/index.ts";
import type { MockProfile } from "../../mock/index.ts";
import { credentials } from "./mock/credentials.ts";

/** The mock of the bundled platform. */
export const platformMock: MockProfile = {
  name: "platform",
  credentials,
  loadContracts: loadPlatform,
};
