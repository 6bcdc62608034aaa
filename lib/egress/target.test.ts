import { expect, test } from "vitest";
import { type AllowedTargets, parseAllowedTargets } from "../platform/address";
import { findAddresses, PUBLIC_REACH } from "./target";

const listed = (text: string): AllowedTargets => {
  const targets = parseAllowedTargets(text);
  if (!targets) throw new Error("The list cannot be parsed.");
  return targets;
};

test("a remembered verdict is that of its address, its host and its list alone", async () => {
  const [byAddress, byName, none] = [listed("10.1.2.3"), listed("inside.example"), listed("")];
  const find = async (host: string, address: string, allowed: AllowedTargets) =>
    (await findAddresses(host, 8443, { reach: PUBLIC_REACH, resolve: async () => [address], allowed })).problem;
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await find("inside.example", "10.1.2.3", byAddress)).toBeNull();
    expect(await find("inside.example", "10.1.2.3", none)).toBe("target_private");
    expect(await find("inside.example", "10.1.2.3", byName)).toBeNull();
    expect(await find("outside.example", "10.1.2.3", byName)).toBe("target_private");
    expect(await find("inside.example", "10.1.2.4", byAddress)).toBe("target_private");
    expect(await find("inside.example", "169.254.169.254", byName)).toBe("target_forbidden");
    expect(await find("inside.example", "93.184.216.34", none)).toBeNull();
  }
});

test("classifies correctly beyond the number of remembered names", async () => {
  const none = listed("");
  const find = async (n: number, address: string) =>
    (await findAddresses(`n${n}.example`, 8443, { reach: PUBLIC_REACH, resolve: async () => [address], allowed: none }))
      .problem;
  for (let n = 0; n < 1_200; n += 1)
    expect(await find(n, n % 2 === 0 ? "93.184.216.34" : "10.0.0.1")).toBe(n % 2 === 0 ? null : "target_private");
  expect([await find(0, "93.184.216.34"), await find(1, "10.0.0.1")]).toEqual([null, "target_private"]);
});
