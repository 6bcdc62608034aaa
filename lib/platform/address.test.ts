import { expect, test } from "vitest";
import { classifyAddress, parseAllowedTargets } from "./address";

const NONE = { hosts: new Set<string>(), ranges: [] };

test.each([
  [
    "public",
    [
      "8.8.8.8",
      "1.1.1.1",
      "172.15.255.255",
      "172.32.0.1",
      "192.167.255.255",
      "192.169.0.1",
      "100.63.255.255",
      "100.128.0.1",
      "11.0.0.0",
      "126.255.255.255",
      "223.255.255.255",
      "169.253.255.255",
      "169.255.0.1",
      "198.17.255.255",
      "198.20.0.1",
    ],
  ],
  ["public", ["2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808"]],
  [
    "private",
    [
      "10.0.0.1",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.0.1",
      "127.0.0.1",
      "127.255.255.254",
      "100.64.0.1",
      "198.18.0.1",
      "192.0.2.1",
      "203.0.113.1",
      "192.88.99.1",
    ],
  ],
  [
    "private",
    [
      "::1",
      "fc00::1",
      "fd12:3456::1",
      "fec0::1",
      "::ffff:127.0.0.1",
      "::ffff:10.0.0.1",
      "64:ff9b::7f00:1",
      "64:ff9b::a00:1",
      "64:ff9b:1::7f00:1",
      "2001:db8::1",
      "100::1",
      "4000::1",
      "::7f00:1",
      "3fff::1",
    ],
  ],
  [
    "never",
    [
      "169.254.169.254",
      "169.254.170.2",
      "168.63.129.16",
      "100.100.100.200",
      "192.0.0.192",
      "fd00:ec2::254",
      "fd20:ce::254",
      "fe80::1",
      "::ffff:169.254.169.254",
      "64:ff9b::a9fe:a9fe",
    ],
  ],
  [
    "never",
    [
      "0.0.0.0",
      "0.1.2.3",
      "::",
      "224.0.0.1",
      "255.255.255.255",
      "240.0.0.1",
      "ff02::1",
      "2002:7f00:1::",
      "2001:0:7f00:1::",
      "not an address",
      "",
    ],
  ],
] as const)("%s: %j", (verdict, addresses) => {
  for (const address of addresses)
    expect([address, classifyAddress(address, "x.example", NONE)]).toEqual([address, verdict]);
});

test("opens hosts, addresses and ranges of the operator's list, and never a metadata address", () => {
  const allowed = parseAllowedTargets(
    " Hooks.internal, 10.2.0.0/16,fd12::/32, 127.0.0.1, 169.254.0.0/16, 0.0.0.0/0, ::/0 ",
  );
  if (!allowed) throw new Error("not read");
  const narrow = parseAllowedTargets("hooks.internal,10.2.0.0/16,127.0.0.1");
  if (!narrow) throw new Error("not read");
  const judge = (address: string, host = "x.example") => classifyAddress(address, host, narrow);
  expect([judge("10.2.3.4"), judge("10.3.0.1"), judge("127.0.0.1"), judge("127.0.0.2")]).toEqual([
    "allowed",
    "private",
    "allowed",
    "private",
  ]);
  expect([judge("10.9.9.9", "hooks.internal"), judge("10.9.9.9", "x.hooks.internal")]).toEqual(["allowed", "private"]);
  expect([judge("::ffff:10.2.0.1"), judge("64:ff9b::7f00:1")]).toEqual(["allowed", "allowed"]);
  for (const address of [
    "169.254.169.254",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "fd00:ec2::254",
    "0.0.0.0",
    "::",
    "ff02::1",
    "fe80::1",
  ])
    expect(classifyAddress(address, "hooks.internal", allowed)).toBe("never");
});

test.each(["10.0.0.0/33", "-a", "a..b", "http://x", "a b", "*.internal"])("%j is no target", (entry) => {
  expect(parseAllowedTargets(entry)).toBeNull();
});
