import fc from "fast-check";
import { expect, test } from "vitest";
import { AUTHORIZATION_REQUEST_LIFETIME_MS } from "../../platform/limits";
import { isTicket, openRequest, sealRequest, writeTicket } from "./sealed-request";

const AT = new Date("2026-06-09T12:00:00Z");

test("a sealed request opens unchanged for an hour", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const query = text.toWellFormed();
      expect(openRequest(sealRequest(query, AT), AT)).toEqual({ kind: "open", query });
    }),
  );
  const sealed = sealRequest("a=b", AT);
  const after = (ms: number) => openRequest(sealed, new Date(AT.getTime() + ms)).kind;
  expect([after(AUTHORIZATION_REQUEST_LIFETIME_MS), after(AUTHORIZATION_REQUEST_LIFETIME_MS + 1)]).toEqual([
    "open",
    "expired",
  ]);
});

test("a sealed request with one changed character is refused", () => {
  const sealed = sealRequest("client_id=a", AT);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
    expect(openRequest(changed, AT).kind).toBe("altered");
  }
  for (const text of ["", ".", "..", `${sealed}.`, `${sealed}=`, ` ${sealed}`]) {
    expect(openRequest(text, AT).kind).toBe("altered");
  }
});

test("the same query sealed twice gives two requests", () => {
  expect(sealRequest("a=b", AT)).not.toBe(sealRequest("a=b", AT));
});

test("a ticket is valid for one session and one request, and a seal is no ticket", () => {
  const sealed = sealRequest("a=b", AT);
  const ticket = writeTicket("ses_1", sealed);
  expect(isTicket(ticket, "ses_1", sealed)).toBe(true);
  expect(isTicket(ticket, "ses_2", sealed)).toBe(false);
  expect(isTicket(ticket, "ses_1", sealRequest("a=c", AT))).toBe(false);
  expect(isTicket(sealed.split(".")[1] ?? "", "ses_1", sealed)).toBe(false);
  expect(isTicket("", "ses_1", sealed)).toBe(false);
});
