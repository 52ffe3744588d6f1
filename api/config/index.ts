export {
  type Config,
  type ConformConfig,
  type MockConfig,
  type ReceiverConfig,
  type ToolProfiles,
  defineConfig,
  faultOfOptions,
} from "./config.ts";
export { type LoadedConfig, loadConfig } from "./load-config.ts";
export type { MockOptions } from "./mock-options.ts";
