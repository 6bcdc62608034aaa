import { expect, test } from "vitest";
import { parseSmtpUrl } from "./smtp-url";

test.each([
  ["smtps://mail.example.com", { host: "mail.example.com", port: 465, tls: "direct", auth: null }],
  ["smtp://mail.example.com", { host: "mail.example.com", port: 587, tls: "required", auth: null }],
  ["smtp://[::1]:2525?starttls=optional", { host: "::1", port: 2525, tls: "optional", auth: null }],
  [
    "smtp://a%40b.example:p%2Fw@mail.example.com:25/",
    { host: "mail.example.com", port: 25, tls: "required", auth: { user: "a@b.example", pass: "p/w" } },
  ],
])("%s names a server", (text, server) => {
  expect(parseSmtpUrl(text)).toEqual(server);
});

test.each([
  "mail.example.com",
  "https://mail.example.com",
  "smtp://mail.example.com?starttls=never",
  "smtp://mail.example.com?starttls=optional&debug=1",
  "smtps://mail.example.com?starttls=optional",
  "smtp://mail.example.com/inbox",
  "smtp://%ff@mail.example.com",
  "smtp://",
])("%s names none", (text) => {
  expect(parseSmtpUrl(text)).toBeNull();
});
