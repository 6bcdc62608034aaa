import { expect } from "@playwright/test";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { approve, test } from "./support/browser/consent-pages";
import { beginSession } from "./support/browser/sign-in";
import { startApp } from "./support/servers/oauth-app";

test("openid-client runs the whole flow unchanged", async ({ page, app, person, demo }) => {
  const { clientId, clientSecret = "", redirectUris } = app;
  const config = await client.discovery(new URL(demo.baseUrl), clientId, clientSecret, undefined, {
    algorithm: "oauth2",
    execute: [client.allowInsecureRequests],
  });
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUris[0] ?? "",
    scope: "me:read",
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  await beginSession(page, person.email);
  await page.goto(url.href);
  await approve(page);
  await expect(page).toHaveURL(app.doneUrl);
  const callback = app.callbacks[0] ?? new URL(app.doneUrl);
  const tokens = await client.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  const me = await client.fetchProtectedResource(config, tokens.access_token, new URL(`${demo.baseUrl}/v1/me`), "GET");
  expect(await me.json()).toMatchObject({ id: person.id });
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
  await client.tokenRevocation(config, renewed.refresh_token ?? "");
  await expect(client.refreshTokenGrant(config, renewed.refresh_token ?? "")).rejects.toThrow();
});

test("oauth4webapi runs the whole flow unchanged, from the API's 401 on", async ({ page, person, demo }) => {
  const app = await startApp(demo);
  const insecure = { [oauth.allowInsecureRequests]: true };
  const resource = new URL(`${demo.baseUrl}/v1`);
  const described = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  const issuer = new URL(described.authorization_servers?.[0] ?? "");
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, discovered);
  const self: oauth.Client = { client_id: app.clientId };
  const [redirectUri = ""] = app.redirectUris;
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "me:read",
    resource: resource.href,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  await beginSession(page, person.email);
  await page.goto(url.href);
  await approve(page);
  await expect(page).toHaveURL(app.doneUrl);
  const parameters = oauth.validateAuthResponse(server, self, app.callbacks[0] ?? issuer, state);
  const exchanged = await oauth.processAuthorizationCodeResponse(
    server,
    self,
    await oauth.authorizationCodeGrantRequest(server, self, oauth.None(), parameters, redirectUri, verifier, insecure),
  );
  const me = await oauth.protectedResourceRequest(
    exchanged.access_token,
    "GET",
    new URL(`${resource.href}/me`),
    undefined,
    undefined,
    insecure,
  );
  expect(await me.json()).toMatchObject({ id: person.id });
  const renewed = await oauth.processRefreshTokenResponse(
    server,
    self,
    await oauth.refreshTokenGrantRequest(server, self, oauth.None(), exchanged.refresh_token ?? "", insecure),
  );
  const revoked = await oauth.revocationRequest(server, self, oauth.None(), renewed.refresh_token ?? "", insecure);
  await oauth.processRevocationResponse(revoked);
  const late = await oauth.refreshTokenGrantRequest(server, self, oauth.None(), renewed.refresh_token ?? "", insecure);
  await expect(oauth.processRefreshTokenResponse(server, self, late)).rejects.toMatchObject({ error: "invalid_grant" });
  await app.stop();
});
