import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressKey } from "./address-key";

describe("addressKey", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:c000:207", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2:ffff::1", "2001:db8:1:2::/64"],
    ["2001:0db8:0001::7", "2001:db8:1:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    [" 192.0.2.7 ", "192.0.2.7"],
    ["192.0.2.7:41234", "192.0.2.7"],
    ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
    ["", "unknown"],
    ["not an address", "unknown"],
    ["evil\nvalue", "unknown"],
  ])("%s → %s", (address, expected) => {
    expect(addressKey(address)).toBe(expected);
  });

  it("gives all addresses of a /64 one key, and those of another one a different key", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    // ::/64 is left out, because IPv4-mapped addresses are there.
    const network = fc.tuple(fc.constant("2001"), group, group, group);
    const host = fc.tuple(group, group, group, group);
    fc.assert(
      fc.property(network, network, host, host, (a, b, one, other) => {
        expect(addressKey([...a, ...one].join(":"))).toBe(addressKey([...a, ...other].join(":")));
        expect(addressKey([...a, ...one].join(":")) === addressKey([...b, ...one].join(":"))).toBe(
          a.join(":") === b.join(":"),
        );
      }),
    );
  });
});
