import { loadPlatform } from "../../../contracts/index.ts";
import { createClock, createPlatform, listen } from "../../../mock/index.ts";
import { platformMock } from "../../../profiles/platform/mock.ts";
import { type Fault, withFaults } from "./planted.ts";
import { serveVitals } from "./vitals.ts";

// The attacked process: a mock without rate limits, with the given faults.
const platform = createPlatform(await loadPlatform(), {
  profile: platformMock,
  clock: createClock(Date.now),
  rateLimit: { burst: 1e9, perSecond: 1e9 },
});
const faults = new Set(process.argv.slice(2) as Fault[]);
const { url } = await listen(faults.size === 0 ? platform : withFaults(platform, faults));
serveVitals(url);
