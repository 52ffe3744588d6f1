import { loadPlatform } from "../../contracts/index.ts";
import { createPlatform, listen } from "../../mock/index.ts";
import { type Fault, withFault } from "./planted.ts";
import { tell } from "./vitals.ts";

// The process that is attacked: the mock, which refuses nothing for coming too often. With a fault if one is named.
const platform = createPlatform(await loadPlatform(), { rateLimit: { burst: 1e9, perSecond: 1e9 } });
const fault = process.argv[2] as Fault | undefined;
const { url } = await listen(fault === undefined ? platform : withFault(platform, fault));
tell(url);
