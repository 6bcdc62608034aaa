import { expect, test } from "vitest";
import { asserted, makeKey, signAssertion } from "../../../e2e/support/attacks/assertions";
import { bearer } from "../../../e2e/support/scenes/ask-endpoint";
import { useClientScene } from "../../../e2e/support/scenes/client-scene";
import { approveFor, post, read as readTokens } from "../../../e2e/support/scenes/token-scene";
import { call, outcome, send } from "../../../e2e/support/scenes/tool-scene";
import { CLIENT_SHAPES } from "../../../e2e/support/tables/client-shapes";
import { audienceUrl } from "../../access/credentials/token";
import { KNOWN_CLIENT_SCOPES } from "../../oauth/client-documents/known-clients";
import { respondToTokenRequest } from "../../oauth/endpoints";
import { env } from "../../platform/env";

const { world, publisher, makeClient, approve } = useClientScene();

test.each(CLIENT_SHAPES)("$name gets a token for the tools and calls one", async (shape) => {
  const { name, members, redirectUri, isSigner } = shape;
  const key = makeKey("RS256");
  publisher().publish("/jwks.json", { keys: [key.jwk] });
  const jwks = isSigner ? { jwks_uri: "https://client.example/jwks.json" } : {};
  const { url } = makeClient({ client_name: name, ...members, ...jwks });
  await approve(url, { allowedScopes: [...KNOWN_CLIENT_SCOPES] });
  const app = { id: url, clientId: url, redirectUris: [redirectUri] };
  const signed = () => asserted(signAssertion(key, url, env().SVC_BASE_URL));
  for (const authentication of isSigner ? [{}, signed()] : [{}]) {
    const form = await approveFor(app, await world.user(), "me:read mcp:tools", audienceUrl("mcp"));
    const answer = await post(respondToTokenRequest, { ...form, ...authentication });
    expect([name, answer.status]).toEqual([name, 200]);
    const me = await send(call("get_me", {}), bearer(readTokens(answer).access_token));
    expect([me.status, outcome(me)]).toEqual([200, "ok"]);
  }
});
