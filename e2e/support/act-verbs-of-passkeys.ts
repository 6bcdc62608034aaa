import { addPasskey } from "../../lib/accounts/passkeys/add";
import { beginAdding } from "../../lib/accounts/passkeys/begin-adding";
import { issueChallenge } from "../../lib/accounts/passkeys/challenge";
import { listPasskeys } from "../../lib/accounts/passkeys/queries";
import { relyingParty } from "../../lib/accounts/passkeys/relying-party";
import { removePasskey } from "../../lib/accounts/passkeys/remove";
import { renamePasskey } from "../../lib/accounts/passkeys/rename";
import { signInWithPasskey } from "../../lib/accounts/passkeys/sign-in";
import { startSession } from "../../lib/accounts/sessions/start-session";
import { NOTHING, type Verb } from "./act-verbs";
import { createSoftPasskey } from "./soft-passkey";

interface Owner {
  id: string;
  email: string;
}

/** Adds one; its id is known afterwards. */
async function makePasskey({ id: userId, email }: Owner) {
  const { origin = "", id: rpId = "" } = relyingParty() ?? {};
  const session = {
    createdAt: new Date(),
    id: await startSession(userId, null),
    user: { id: userId, email, name: "A", locale: "en", isAdmin: false },
  };
  const passkey = createSoftPasskey(userId);
  const add = async () => {
    const options = await beginAdding(session);
    const answer = passkey.register({ challenge: options?.challenge ?? "", origin, rpId });
    await addPasskey(session, { name: "Laptop", answer });
    return (await listPasskeys(userId))[0]?.id ?? "";
  };
  return { passkey, origin, rpId, add };
}

export const PASSKEY_VERBS: Verb[] = [
  ["addPasskey", async ({ owner }) => (await makePasskey(owner)).add, { name: "passkey.add", area: "own area" }],
  [
    "renamePasskey",
    async ({ owner }) => {
      const id = await (await makePasskey(owner)).add();
      return () => renamePasskey(owner.id, id, "Phone").then(() => id);
    },
    { name: "passkey.rename", area: "own area" },
  ],
  [
    "removePasskey",
    async ({ owner }) => {
      const id = await (await makePasskey(owner)).add();
      return () => removePasskey(owner.id, id).then(() => id);
    },
    { name: "passkey.remove", area: "own area" },
  ],
  [
    "signInWithPasskey",
    async ({ owner }) => {
      const { passkey, origin, rpId, add } = await makePasskey(owner);
      await add();
      const challenge = Buffer.from(issueChallenge({ browser: "cookie" }, new Date())).toString("base64url");
      const answer = passkey.assert({ challenge, origin, rpId });
      const from = { address: "192.0.2.1", deviceCookie: undefined, browser: "cookie" };
      return () => signInWithPasskey(answer, from).then(() => "");
    },
    { name: "session.start", resource: NOTHING, area: "own area" },
  ],
];
