// Starts one of fixtures/providers, and prints the line that servers print. Usage: node provider.ts NAME
import { providers } from "../../test/support/providers.ts";

const provider = providers.find(({ name }) => name === process.argv[2]);
if (!provider) throw new Error(`There is no provider "${process.argv[2]}"`);
const { url, close } = await provider.start({ bugs: [] });
console.log(JSON.stringify({ url, document: provider.document, handlers: [] }));
process.once("SIGTERM", () => void close().then(() => process.exit(0)));
