import { describe, expect, test } from "vitest";
import { useConnectorManagement } from "../../../e2e/support/scenes/connector-management";
import type { CreateConnector } from "./connector";
import { openConnector } from "./open-connector";
import { readConnector } from "./queries";
import { updateConnector } from "./update";

const { scene, facts, create, open, refusalOf } = useConnectorManagement();

describe("the network", () => {
  test("records the acceptance of a public address and of the proxy for that address only", async () => {
    const at = (input: Partial<CreateConnector>) => create({ gatewayBaseUrl: "https://8.8.8.8", ...input });
    expect(await refusalOf(at({}))).toEqual(["acceptsPublic public_not_accepted"]);
    expect(await refusalOf(at({ networkMode: "public_with_proxy" }))).toEqual([
      "acceptsPublic public_not_accepted",
      "acceptsProxy proxy_not_accepted",
    ]);
    const { id } = await at({ networkMode: "public_with_proxy", acceptsPublic: true, acceptsProxy: true });
    const access = await openConnector(scene.managerId, id);
    const first = await readConnector(access);
    expect([first.publicAcceptedAt, first.proxyAcceptedAt]).toEqual([expect.any(Date), expect.any(Date)]);
    const { gatewayToken: _, ...same } = facts({
      gatewayBaseUrl: "https://8.8.8.8/",
      networkMode: "public_with_proxy",
    });
    await updateConnector(access, { ...same, name: "Renamed" });
    expect(await readConnector(access)).toMatchObject({ name: "Renamed", publicAcceptedAt: first.publicAcceptedAt });
    expect(await refusalOf(updateConnector(access, { ...same, gatewayBaseUrl: "https://8.8.4.4" }))).toEqual([
      "acceptsPublic public_not_accepted",
      "acceptsProxy proxy_not_accepted",
    ]);
    await updateConnector(access, { ...same, networkMode: "private" });
    expect(await readConnector(access)).toMatchObject({ proxyAcceptedAt: null });
    expect(await refusalOf(updateConnector(access, same))).toEqual(["acceptsProxy proxy_not_accepted"]);
  });

  test("refuses public_with_proxy for a private address, and addresses that lead nowhere", async () => {
    const input = { networkMode: "public_with_proxy", acceptsPublic: true, acceptsProxy: true } as const;
    expect(await refusalOf(create(input))).toEqual(["networkMode proxy_needs_public"]);
    const problems = await Promise.all(
      ["http://169.254.169.254", "http://localhost:3000", "ftp://x.example", "https://u:p@x.example", "x"].map(
        (gatewayBaseUrl) => refusalOf(create({ gatewayBaseUrl })),
      ),
    );
    expect(problems).toEqual([
      ["gatewayBaseUrl target_out_of_reach"],
      ["gatewayBaseUrl target_out_of_reach"],
      ["gatewayBaseUrl url_scheme"],
      ["gatewayBaseUrl url_credentials"],
      ["gatewayBaseUrl url_invalid"],
    ]);
  });

  test("reports every problem at once", async () => {
    const wrong = { gatewayBaseUrl: "http://169.254.169.254", allowedRoomIds: ["room_x"] };
    expect(await refusalOf(create(wrong))).toEqual([
      "gatewayBaseUrl target_out_of_reach",
      "allowedRoomIds room_unknown",
    ]);
    expect(await refusalOf(create({ name: "", gatewayToken: "", allowedRoomIds: [] }))).toEqual([
      "name name_missing",
      "allowedRoomIds rooms_missing",
      "gatewayToken token_missing",
    ]);
  });

  test("stores the address in the form that calls need", async () => {
    const access = await open({ gatewayBaseUrl: " http://127.0.0.1:9/agents/v1/ " });
    expect((await readConnector(access)).gatewayBaseUrl).toBe("http://127.0.0.1:9/agents");
  });
});
