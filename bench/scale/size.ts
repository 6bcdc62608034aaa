/** How much of everything a database of `npm run bench:scale` holds; tenants are numbered from 1. */
export interface Size {
  tenants: number;
  rooms: number;
  noisyRooms: number;
  messages: number;
  noisyMessages: number;
  /** Ended deliveries with their events and attempts; a fifth as many rows of the audit log are the noisy tenant's. */
  history: number;
}

/** 1 is the size that docs/capacity.md states: a million messages, 100,000 rooms, 10,000 tenants. */
export function sizeOf(scale: number): Size {
  const of = (count: number) => Math.round(count * scale);
  return {
    tenants: of(10_000),
    rooms: 9,
    noisyRooms: of(10_000),
    messages: 80,
    noisyMessages: of(200_000),
    history: of(300_000),
  };
}

/** Enough tenants for the load to stay within their limits, and little else. */
export const ALMOST_EMPTY: Size = {
  tenants: 600,
  rooms: 1,
  noisyRooms: 1,
  messages: 60,
  noisyMessages: 60,
  history: 0,
};

/** Tenants with a part of their own; the others are ordinary. */
export const NOISY = 1;
/** Webhooks whose receivers hang, are slow or refuse. */
export const TROUBLED = { first: 2, count: 20, webhooks: 50 };
/** One with a thousand webhooks and a long queue. */
export const BACKLOGGED = { tenant: 22, webhooks: 1_000 };
export const FIRST_ORDINARY = 101;

export const NOISY_CREDENTIALS = 100;
export const PASSWORD = "a passphrase for the bench";
export const emailOf = (tenant: number) => `u${tenant}@example.test`;

const id = (prefix: string, n: number) => `${prefix}_0${String(n).padStart(25, "0")}`;
export const roomOf = ({ rooms }: Size, tenant: number) => id("room", tenant === NOISY ? 0 : tenant * rooms);
export const messageOf = (tenant: number, n: number) => id("msg", tenant * 1_000_000 + n);
/** The first credential of a tenant is its own number; the noisy tenant's others come after those of all tenants. */
export const keyOf = (n: number) => `svc_test_${String(n).padStart(43, "0")}`;
export const tokenOf = (n: number) => `svc_at_${String(n).padStart(43, "0")}`;
export const noisyCredential = ({ tenants }: Size, n: number) => tenants + 1 + (n % NOISY_CREDENTIALS);
