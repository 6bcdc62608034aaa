/**
 * Targets of hostile webhooks. `answers` holds the addresses of the name: one list per lookup, the last one for all
 * further lookups; literals need none. Nothing here is ever connected to: tests inject the resolver and the connector.
 */
export interface HostileTarget {
  url: string;
  answers?: readonly (readonly string[])[];
}

const split = (text: string) => text.trim().split(/\s+/);

const PRIVATE = split(`
  127.0.0.1 127.8.9.10 10.0.0.1 10.255.255.255 172.16.0.1 172.31.0.1 192.168.1.1 100.64.0.1 169.254.169.254
  169.254.170.2 168.63.129.16 100.100.100.200 192.0.0.192 198.18.0.1 192.0.2.1 198.51.100.1 203.0.113.1 224.0.0.1
  240.0.0.1 255.255.255.255 0.0.0.0 192.88.99.1`);
const PRIVATE_V6 = split(`
  ::1 :: fe80::1 fc00::1 fd00:ec2::254 fd12:3456:789a::1 fec0::1 ff02::1 2001:db8::1 100::1 ::ffff:127.0.0.1
  ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:c0a8:101 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe
  64:ff9b::10.0.0.1 64:ff9b:1::7f00:1 64:ff9b:1:abcd::a00:1 2002:7f00:1:: 2002:a9fe:a9fe:: 2001:0:7f00:1:: 2001::1
  4000::1 3fff::1 5f00::1 2001:2::1 2001:20::1`);
/** Other spellings that the URL parser turns into addresses. */
const NOTATIONS = split(`
  http://0x7f000001/ http://0x7f.1/ http://2130706433/ http://017700000001/ http://0177.0.0.1/ http://127.1/
  http://127.0.1/ http://127.0.0.1./ http://127。0。0。1/ http://①②⑦.⓪.⓪.①/ http://%31%32%37.0.0.1/ http://0xa9fea9fe/
  http://2852039166/ http://0xA9.0xFE.0xA9.0xFE/ http://0251.0376.0251.0376/ http://0/ http://0x0/ http://10.1/
  http://0xc0a80101/ http://[0:0:0:0:0:0:0:1]/ http://[::ffff:7f00:1]/ http://[0:0:0:0:0:ffff:127.0.0.1]/
  http://[::ffff:0:127.0.0.1]/ HTTP://LOCALHOST/ http://localhost./ http://a.localhost/
  http://metadata.google.internal/ http://metadata/ http://metadata.goog/`);
const FORMS = [
  "ftp://receiver.example/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:6379/_INFO",
  "data:text/plain,x",
  "javascript:1",
  "ws://receiver.example/",
  "http://",
  "//receiver.example/",
  "receiver.example",
  "",
  "http://user@receiver.example/",
  "http://user:password@receiver.example/",
  "https://:password@receiver.example/",
  "http://receiver.example:0x50/",
  "http://receiver.example:65536/",
  "http://[::1",
  "http://a b/",
  "http://[fe80::1%25eth0]/",
  "http://127.0.0.1@receiver.example/",
  "http://receiver.example@127.0.0.1/",
  "http://localhost:3000/",
  "http://localhost:3000/v1/me",
];
const PUBLIC = ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"];

const bracket = (address: string) => (address.includes(":") ? `[${address}]` : address);

export const HOSTILE_TARGETS: readonly HostileTarget[] = [
  ...PRIVATE.map((address) => ({ url: `http://${address}/hook` })),
  ...PRIVATE_V6.map((address) => ({ url: `https://${bracket(address)}/hook` })),
  ...NOTATIONS.map((url) => ({ url })),
  ...FORMS.map((url) => ({ url })),
  // Names that lead there, directly or through a CNAME, which shows in its addresses alone.
  ...[...PRIVATE, ...PRIVATE_V6].map((address, n) => ({ url: `https://leads-${n}.example/`, answers: [[address]] })),
  // Mixed answers: one refused address refuses the name, at any position.
  ...[...PRIVATE.slice(0, 4), "::1", "64:ff9b::a00:1"].flatMap((address, n) => [
    { url: `https://mixed-${n}.example/`, answers: [[...PUBLIC, address]] },
    { url: `https://mixed-first-${n}.example/`, answers: [[address, ...PUBLIC]] },
  ]),
  { url: "https://many.example/", answers: [[...Array.from({ length: 50 }, (_, n) => `93.184.215.${n}`), "10.0.0.1"]] },
];

/** Public at registration and private at the connection. */
export const REBINDING_TARGETS: readonly HostileTarget[] = [...PRIVATE, ...PRIVATE_V6].map((address, n) => ({
  url: `http://rebinds-${n}.example/`,
  answers: [PUBLIC, [address]],
}));
