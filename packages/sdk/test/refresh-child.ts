import { Svc } from "../src/index";
import { FileTokenStore } from "../src/node/file-token-store";

/** One of many processes that use the same grant: reads the profile and ends. */
const [baseUrl = "", clientId = "", file = ""] = process.argv.slice(2);
const svc = new Svc({ baseUrl, oauth: { clientId, store: new FileTokenStore(file) } });
const { id } = await svc.me.get();
process.stdout.write(id);
