import { describe, expect, it } from "vitest";
import { pickIdentity, pickVerifiedEmail } from "./identity";

describe("pickVerifiedEmail", () => {
  const entry = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified });

  it.each([
    ["the verified primary", [entry("a@x.test", false, true), entry("b@x.test", true, true)], "b@x.test"],
    ["never an unverified primary", [entry("a@x.test", true, false), entry("b@x.test", false, true)], "b@x.test"],
    ["nothing without a verified one", [entry("a@x.test", true, false)], undefined],
    ["nothing of nothing", [], undefined],
  ])("%s", (_, emails, expected) => {
    expect(pickVerifiedEmail(emails)).toBe(expected);
  });
});

describe("pickIdentity", () => {
  const account = { provider: "google", providerAccountId: "42" };

  it("takes a verified profile, its address in lower case", () => {
    expect(pickIdentity(account, { email: "Ann@X.test", email_verified: true, name: " Ann " })).toEqual({
      ...account,
      email: "ann@x.test",
      name: "Ann",
    });
  });

  it("names a nameless profile after its address", () => {
    expect(pickIdentity(account, { email: "ann@x.test", email_verified: true })?.name).toBe("ann");
  });

  it.each([
    [{ email: "ann@x.test", email_verified: false }],
    [{ email: "ann@x.test", email_verified: "true" }],
    [{ email: "ann@x.test" }],
    [{ email: "", email_verified: true }],
    [undefined],
  ])("refuses %j", (profile) => {
    expect(pickIdentity(account, profile)).toBeUndefined();
  });
});
