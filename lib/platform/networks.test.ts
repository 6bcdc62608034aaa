import { describe, expect, test } from "vitest";
import { parseClientAddress } from "./address-key";
import { compareNetworks, isInNetworks, readNetwork, writeClientAddress } from "./networks";

describe("readNetwork", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    [" 203.0.113.7/32 ", "203.0.113.7"],
    ["203.0.113.9/24", "203.0.113.0/24"],
    ["203.0.113.255/25", "203.0.113.128/25"],
    ["10.1.2.3/1", "0.0.0.0/1"],
    ["2001:DB8:0:0:1::1", "2001:db8::1:0:0:1"],
    ["2001:db8:ffff::1/33", "2001:db8:8000::/33"],
    ["2001:db8::1/128", "2001:db8::1"],
    ["::1", "::1"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9/120", "203.0.113.0/24"],
    ["::ffff:cb00:7109", "203.0.113.9"],
  ])("%s is %s", (typed, network) => {
    expect(readNetwork(typed)).toEqual({ network, problem: null });
    expect(readNetwork(network)).toEqual({ network, problem: null });
  });

  test.each([
    "",
    "acme.example",
    "203.0.113",
    "203.0.113.256",
    "0xcb.0.113.7",
    "0313.0.113.7",
    "3405803783",
    "203.0.113.7/33",
    "203.0.113.7/024",
    "203.0.113.7/",
    "203.0.113.7/24/8",
    "203.0.113.7-9",
    "203.0.113.7:443",
    "[2001:db8::1]",
    "2001:db8::/129",
    "fe80::1%eth0",
    "fe80::%1/64",
    "::ffff:0313.0.113.7",
    "::ffff:0.0.0.0/90",
    "2001:db8:::1",
  ])("refuses %j", (typed) => {
    expect(readNetwork(typed)).toEqual({ network: null, problem: "network_unreadable" });
  });

  test.each(["0.0.0.0/0", "203.0.113.7/0", "::/0", "::ffff:0.0.0.0/96"])(
    "refuses %s, which is every address",
    (typed) => {
      expect(readNetwork(typed)).toEqual({ network: null, problem: "network_of_all" });
    },
  );
});

const isIn = (networks: readonly string[], address: string) => isInNetworks(networks, parseClientAddress(address));

describe("isInNetworks", () => {
  const networks = ["203.0.113.0/24", "198.51.100.7", "2001:db8::/32"];

  test.each([
    ["203.0.113.1", true],
    ["203.0.114.1", false],
    ["198.51.100.7", true],
    ["198.51.100.8", false],
    ["::ffff:198.51.100.7", true],
    ["::ffff:198.51.100.8", false],
    ["2001:db8:1::9", true],
    ["2001:db9::9", false],
    ["2001:db8::1%eth0", true],
    ["[2001:db8::1]:4711", true],
    ["198.51.100.7:4711", true],
    ["unknown", false],
    ["", false],
  ])("%s: %s", (address, expected) => {
    expect(isIn(networks, address)).toBe(expected);
  });

  test("nothing is in an empty list, and lists do not mix", () => {
    expect(isIn([], "203.0.113.1")).toBe(false);
    expect(isIn(["192.0.2.1"], "203.0.113.1")).toBe(false);
    expect(isIn(networks, "203.0.113.1")).toBe(true);
  });
});

test("an address is shown without port, zone and IPv4-mapped form", () => {
  expect(["::ffff:192.0.2.1", "192.0.2.1:80", "fe80::1%eth0", "nothing"].map(writeClientAddress)).toEqual([
    "192.0.2.1",
    "192.0.2.1",
    "fe80::1",
    null,
  ]);
});

test.each([
  ["203.0.113.0/24", "all"],
  ["203.0.112.0/24", "none"],
  ["198.51.100.0/24", "some"],
  ["2001:db8:1::/48", "all"],
  ["2001:db9:1::/48", "none"],
  ["nothing", "some"],
])("of the clients of %s, %s are in the list", (network, share) => {
  expect(compareNetworks(["203.0.113.0/24", "198.51.100.7", "2001:db8::/32"], network)).toBe(share);
});
