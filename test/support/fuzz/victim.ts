import { loadPlatform } from "../../../contracts/index.ts";
import { createClock, createPlatform, listen } from "../../../mock/index.ts";
import { platformMock } from "../../../profiles/platform/mock.ts";
import { type Fault, withFaults } from "./planted.ts";
import { tell } from "./vitals.ts";

// The process that is attacked: the mock, which refuses nothing for coming too often. With the faults that are named.
const platform = createPlatform(await loadPlatform(), {
  profile: platformMock,
  clock: createClock(Date.now),
  rateLimit: { burst: 1e9, perSecond: 1e9 },
});
const faults = new Set(process.argv.slice(2) as Fault[]);
const { url } = await listen(faults.size === 0 ? platform : withFaults(platform, faults));
tell(url);
