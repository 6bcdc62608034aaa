import { beforeAll, expect } from "vitest";
import { approve, codeForm, openSession, postForm } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";

/** The demo's apps, and codes and tokens that its owner approves for them. */
export function useApprovedApps() {
  const demo = useDemo();
  const { public: publicApp, confidential, agent } = demo.oauthApps;
  const TOKEN = `${demo.baseUrl}/oauth/token`;
  const REVOKE = `${demo.baseUrl}/oauth/revoke`;
  const owner = { cookie: "" };

  beforeAll(async () => {
    owner.cookie = await openSession(demo.baseUrl, demo.users.owner);
  });

  const approveFor = (app: typeof publicApp, changes = {}) => approve(demo.baseUrl, owner.cookie, app, changes);

  async function issue(app: typeof publicApp, changes = {}) {
    const approved = await approveFor(app, changes);
    const { status, body } = await postForm(TOKEN, codeForm(app, approved));
    expect([status, body.error_description]).toEqual([200, undefined]);
    return { accessToken: body.access_token ?? "", refreshToken: body.refresh_token ?? "", body };
  }

  return { demo, publicApp, confidential, agent, TOKEN, REVOKE, approveFor, issue };
}
