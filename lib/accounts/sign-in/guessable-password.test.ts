import { expect, test } from "vitest";
import { newPassword } from "../profile/account";
import { isGuessable } from "./guessable-password";

test.each([
  "password1234",
  "qwertyuiop12",
  "P@ssw0rd2024!",
  "Welcome12345!",
  "letmein123456",
  "1qaz2wsx3edc",
  "zaq1xsw2cde3",
  "iloveyou2010",
  "Summer2026!!!",
  "monkeydragon12",
  "passwordpassword",
  "abcabcabcabc",
  "xk7xk7xk7xk7",
  "123456789012",
  "739182640571",
  "administrator1",
])("refuses %s", (password) => {
  expect(isGuessable(password)).toBe(true);
});

test.each([
  "a horse that reads the mail",
  "correct horse battery staple",
  "the password of long ago",
  "monkey dragon summer football",
  "7391826405712",
  "vT9#kq2Lw0zR",
  "雨の日に猫が三匹やって来た",
])("takes %s", (password) => {
  expect(isGuessable(password)).toBe(false);
});

test("refuses a new password made of the person's own address", () => {
  const reasons = (typed: string) =>
    newPassword("zelda.miller@example.com")
      .safeParse(typed)
      .error?.issues.map(({ message }) => message) ?? [];
  expect(reasons("zelda.miller1")).toEqual(["password_guessable"]);
  expect(reasons("password1234")).toEqual(["password_guessable"]);
  expect(reasons("a horse that reads the mail")).toEqual([]);
});
