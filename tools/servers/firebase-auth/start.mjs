import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { createApp } = require("firebase-tools/lib/emulator/auth/server");

const app = await createApp("demo-conformance");
const server = app.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  const origin = `http://127.0.0.1:${server.address().port}`;
  console.log(
    JSON.stringify({
      // The first server of the document.
      url: `${origin}/identitytoolkit.googleapis.com`,
      document: `${origin}/emulator/openapi.json`,
      // The emulator takes this token for that of an administrator.
      bearer: "owner",
      handlers: [],
    }),
  );
});
process.once("SIGTERM", () => process.exit(0));
