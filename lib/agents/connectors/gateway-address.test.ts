import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HOSTILE_TARGETS, REBINDING_TARGETS } from "../../../e2e/support/attacks/hostile-targets";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { plantGatewayNetwork } from "../../../e2e/support/servers/gateway-network";
import { encrypt } from "../../platform/crypto";
import * as limits from "../../platform/limits";
import { gatewayTokenPlace } from "../../platform/sealed-places";
import { classifyReply, type Gateway, listModels } from "../runs/gateway";
import { checkGatewayAddress, readGatewayUrl } from "./gateway-address";
import { describePrivateReach } from "./private-targets";

const OUT = "target_out_of_reach";

beforeEach(() => {
  // Refusals take this long by design; any number proves that they take no less and no more.
  vi.spyOn(limits, "GATEWAY_REFUSAL_MIN_MS", "get").mockReturnValue(5 as 500);
  vi.stubEnv("SVC_ENVIRONMENT", "production");
  vi.stubEnv("SVC_SESSION_SECRET", "s".repeat(43));
  vi.stubEnv("SVC_ENCRYPTION_KEY", `k1:${"A".repeat(43)}=`);
  vi.stubEnv("SVC_CONNECTOR_PRIVATE_TARGETS", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetShared();
});

async function judge(url: string): Promise<string> {
  const verdict = await checkGatewayAddress(url);
  return verdict.problem ?? verdict.kind;
}

const gatewayAt = (baseUrl: string, networkMode: Gateway["networkMode"] = "private"): Gateway => ({
  connectorId: "conn_1",
  baseUrl,
  sealedToken: encrypt("token", gatewayTokenPlace("conn_1")),
  networkMode,
  isPublicAccepted: true,
});

async function call(gateway: Gateway): Promise<{ code: string | undefined; message: string | undefined }> {
  const end = classifyReply(await listModels({ gateway, traceId: null, signal: new AbortController().signal }));
  return { code: end?.code, message: end?.message };
}

/** Base URLs have neither query nor fragment, and a URL refused by its text alone reveals nothing of the network. */
const hostile = HOSTILE_TARGETS.filter(({ url }) => readGatewayUrl(url).problem === null);
const namesOf = (targets: readonly { url: string; answers?: readonly (readonly string[])[] }[]) =>
  Object.fromEntries(targets.flatMap(({ url, answers }) => (answers ? [[new URL(url).hostname, answers]] : [])));

describe("without a list of the operator's", () => {
  test("refuses every private, odd or hostile address alike and opens no connection", async () => {
    expect(hostile.length).toBeGreaterThan(130);
    const network = plantGatewayNetwork("", namesOf(hostile));
    const verdicts = await Promise.all(hostile.map(async ({ url }) => [url, await judge(url)]));
    expect(verdicts.filter(([, verdict]) => verdict !== OUT)).toEqual([]);
    expect(network.dialled).toEqual([]);
    expect(describePrivateReach()).toBe("none");
  });

  test("fails calls alike, whether or not something answers at the address", async () => {
    const network = plantGatewayNetwork("", {
      "inside.example": [["10.1.2.3"]],
      "mixed.example": [["8.8.8.8", "::1"]],
    });
    const urls = [
      "http://10.1.2.3:1",
      "http://127.0.0.1:3000",
      "http://localhost:5432",
      "http://169.254.169.254",
      "http://[::ffff:10.1.2.3]",
      "http://[64:ff9b::a00:1]",
      "http://0x7f.1",
      "https://inside.example",
      "https://mixed.example",
      "https://absent.example",
    ];
    const ends = await Promise.all(urls.map((url) => call(gatewayAt(url))));
    expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1);
    expect(ends[0]?.code).toBe("gateway_forbidden");
    expect(network.dialled).toEqual([]);
  });

  test("hides in its refusals how long the look-up took", async () => {
    plantGatewayNetwork("");
    const signal = new AbortController().signal;
    const reply = await listModels({ gateway: gatewayAt("http://10.1.2.3"), signal, traceId: null });
    expect(reply.durationMs).toBe(limits.GATEWAY_REFUSAL_MIN_MS);
  });

  test("does not connect to a name that turns private after the check", async () => {
    const network = plantGatewayNetwork(
      "",
      Object.fromEntries(
        REBINDING_TARGETS.map(({ url, answers = [] }) => {
          // Saving checks the name twice, the call once, and its connection once more.
          const [good = [], bad = []] = answers;
          return [new URL(url).hostname, [good, good, good, bad]];
        }),
      ),
    );
    const ends = await Promise.all(
      REBINDING_TARGETS.map(async ({ url }) => [await judge(url), (await call(gatewayAt(url))).code]),
    );
    expect(ends.filter(([kind, code]) => kind !== "public" || code !== "gateway_forbidden")).toEqual([]);
    expect(network.dialled).toEqual([]);
  });

  test("calls public addresses", async () => {
    const network = plantGatewayNetwork("", { "gateway.example": [["8.8.8.8"]] });
    expect(await judge("https://gateway.example")).toBe("public");
    expect(await call(gatewayAt("https://gateway.example", "public_with_proxy"))).toMatchObject({
      code: "gateway_unreachable",
    });
    expect(network.dialled).toEqual(["8.8.8.8"]);
  });
});

describe("with a list", () => {
  const answers = {
    "gateway.internal": [["10.9.9.9"]],
    "stray.internal": [["169.254.169.254"]],
    "home.internal": [["127.0.0.1"]],
    "listed.example": [["10.2.3.4"]],
    "mixed.example": [["10.2.3.4", "10.3.0.1"]],
    "metadata.example": [["10.2.3.4", "169.254.169.254"]],
    "public.example": [["8.8.8.8", "10.2.3.4"]],
  };

  test.each([
    ["http://10.2.3.4:18789", "private"],
    ["http://[::ffff:10.2.3.4]", "private"],
    ["http://0x0a020304", "private"],
    ["http://[fd12::5]", "private"],
    ["https://listed.example", "private"],
    ["https://gateway.internal", "private"],
    ["https://gateway.internal.", "private"],
    ["https://public.example", "public"],
    ["http://10.3.0.1", OUT],
    ["https://mixed.example", OUT],
    ["https://metadata.example", OUT],
    ["https://stray.internal", OUT],
    ["https://home.internal", OUT],
    ["https://x.gateway.internal", OUT],
    ["http://127.0.0.1:18789", OUT],
    ["http://localhost:18789", OUT],
    ["http://169.254.169.254", OUT],
    ["https://absent.example", OUT],
    ["https://lost.example", "target_unresolved"],
    ["https://gateway.internal/?a=1", "url_invalid"],
    ["ftp://gateway.internal", "url_scheme"],
  ])("%s is %s", async (url, expected) => {
    plantGatewayNetwork(
      "10.2.0.0/16, fd12::/32, Gateway.internal, stray.internal, home.internal, lost.example",
      answers,
    );
    expect(await judge(url)).toBe(expected);
    expect(describePrivateReach()).toBe("listed");
  });

  test("does not reach what only webhooks may reach", async () => {
    vi.stubEnv("SVC_ALLOWED_PRIVATE_TARGETS", "10.0.0.0/8,127.0.0.1");
    plantGatewayNetwork("");
    expect([await judge("http://10.1.2.3"), await judge("http://127.0.0.1:9")]).toEqual([OUT, OUT]);
  });

  test("`all` opens private networks, and neither loopback, metadata nor this service", async () => {
    plantGatewayNetwork("all", { "home.example": [["127.0.0.1"]] });
    const open = ["10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "[fd12::1]"];
    expect(await Promise.all(open.map((host) => judge(`http://${host}`)))).toEqual(open.map(() => "private"));
    const closed = ["127.0.0.1", "[::1]", "localhost", "home.example", "169.254.169.254", "100.100.100.200", "0.0.0.0"];
    const reserved = ["192.0.2.1", "198.18.0.1", "[64:ff9b:1::7f00:1]", "[::7f00:1]", "[2002:7f00:1::]"];
    const verdicts = await Promise.all([...closed, ...reserved].map((host) => judge(`http://${host}:9`)));
    expect(verdicts.filter((verdict) => verdict !== OUT)).toEqual([]);
    expect(describePrivateReach()).toBe("all");
  });

  test("loopback is open when it is named, except for the service's own ports", async () => {
    for (const list of ["127.0.0.1", "all,127.0.0.0/8", "localhost"]) {
      plantGatewayNetwork(list);
      const host = list === "localhost" ? "localhost" : "127.0.0.1";
      expect(await judge(`http://${host}:18789`)).toBe("private");
      expect([await judge(`http://${host}:3000`), await judge(`http://${host}:1`)]).toEqual([OUT, OUT]);
    }
    plantGatewayNetwork("0.0.0.0/0,::/0");
    expect([await judge("http://127.0.0.1:18789"), await judge("http://[::1]:18789")]).toEqual([OUT, OUT]);
  });
});
