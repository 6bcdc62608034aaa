import type { Call } from "./load";
import { FIRST_ORDINARY, keyOf, messageOf, NOISY, noisyCredential, roomOf, type Size, TROUBLED, tokenOf } from "./size";

export const KINDS = ["list", "read", "rooms", "me", "write"] as const;
export type Kind = (typeof KINDS)[number];

const JSON_BODY = JSON.stringify({ body: "A message of the usual length, as people write them." });
const ORGANIZATION = `org_0${String(NOISY).padStart(25, "0")}`;
const pick = (random: () => number, first: number, last: number) => first + Math.floor(random() * (last - first + 1));
const withKey = (n: number) => ({ authorization: `Bearer ${keyOf(n)}` });
const withToken = (n: number) => ({ authorization: `Bearer ${tokenOf(n)}`, "content-type": "application/json" });

/** The ordinary mix, over all ordinary tenants: none comes near a limit. Every write is delivered to a webhook. */
export function ordinaryCalls(base: string, size: Size): (random: () => number) => Call<Kind> {
  return (random) => {
    const tenant = pick(random, FIRST_ORDINARY, size.tenants);
    const share = random();
    const room = `${base}/v1/rooms/${roomOf(size, tenant)}`;
    const get = (kind: Kind, url: string): Call<Kind> => ({ kind, method: "GET", url, headers: withKey(tenant) });
    if (share < 0.4) return get("list", `${room}/messages`);
    if (share < 0.55) return get("read", `${room}/messages/${messageOf(tenant, pick(random, 1, size.messages))}`);
    if (share < 0.7) return get("rooms", `${base}/v1/rooms`);
    if (share < 0.8) return { kind: "me", method: "GET", url: `${base}/v1/me`, headers: withToken(tenant) };
    return { kind: "write", method: "POST", url: `${room}/messages`, headers: withToken(tenant), body: JSON_BODY };
  };
}

/** Many keys of one tenant, with the largest pages of its largest lists and writes: most of it is beyond its limits. */
export function noisyCalls(base: string, size: Size): (random: () => number) => Call<"noise"> {
  return (random) => {
    const credential = noisyCredential(size, pick(random, 0, 1_000_000));
    const share = random();
    const room = `${base}/v1/rooms/${roomOf(size, NOISY)}`;
    const get = (url: string): Call<"noise"> => ({ kind: "noise", method: "GET", url, headers: withKey(credential) });
    if (share < 0.6) return get(`${room}/messages?limit=200`);
    if (share < 0.8) return get(`${base}/v1/rooms?limit=200`);
    return {
      kind: "noise",
      method: "POST",
      url: `${room}/messages`,
      headers: withToken(NOISY),
      body: JSON_BODY,
    };
  };
}

/** Writes in rooms whose fifty receivers hang, are slow or refuse. */
export function troubledCalls(base: string, size: Size): (random: () => number) => Call<"noise"> {
  return (random) => {
    const tenant = pick(random, TROUBLED.first, TROUBLED.first + TROUBLED.count - 1);
    const url = `${base}/v1/rooms/${roomOf(size, tenant)}/messages`;
    return { kind: "noise", method: "POST", url, headers: withToken(tenant), body: JSON_BODY };
  };
}

/** Pages that read much: all of the audit log as a file, searches in the messages, requests. */
export function heavyCalls(base: string, size: Size, cookie: string): (random: () => number) => Call<"noise"> {
  const paths = [
    `/settings/developer/audit-log/export?format=ndjson&area=${ORGANIZATION}`,
    `/rooms/search?q=nowhere+to+be+found&room=${roomOf(size, NOISY)}`,
    "/rooms/search?q=nowhere+to+be+found",
    `/settings/developer/requests?area=${ORGANIZATION}`,
  ];
  return (random) => {
    const share = random();
    const path = paths[share < 0.1 ? 0 : pick(random, 1, paths.length - 1)] ?? "/";
    return { kind: "noise", method: "GET", url: base + path, headers: { cookie } };
  };
}

/** Posts that anybody may send, all from one address. */
export function anonymousCalls(base: string): () => Call<"noise"> {
  const form = "application/x-www-form-urlencoded";
  const posts = [
    ["/api/cli/login", "application/json", "{}"],
    ["/api/auth/callback/credentials", form, "email=a%40example.com&password=x&csrfToken=x"],
    ["/password/forgot", form, "email=a%40example.com"],
    ["/api/passkeys/options", "application/json", "{}"],
  ] as const;
  let made = 0;
  return () => {
    const [path, type, body] = posts[made++ % posts.length] ?? posts[0];
    return { kind: "noise", method: "POST", url: base + path, headers: { "content-type": type, origin: base }, body };
  };
}
