export const GATES = [
  "requireCredential",
  "requireActor",
  "requireScope",
  "requireAccess",
  "limitBurst",
  "reserveUnits",
  "claimIdempotency",
] as const;
export type Gate = (typeof GATES)[number];

export const RUNS = Symbol("runs");
type Gates = Readonly<Record<Gate, typeof RUNS | string>>;

const READS = "reading changes nothing, so repeating it needs no key";
const NO_UNITS = "units pay for the calls of integrations";
const NO_SCOPES = "a session is the person, whose scopes are not limited";

const V1_WRITE: Gates = {
  requireCredential: RUNS,
  requireActor: RUNS,
  requireScope: RUNS,
  requireAccess: RUNS,
  limitBurst: RUNS,
  reserveUnits: RUNS,
  claimIdempotency: RUNS,
};

const BROWSER_WRITE: Gates = {
  ...V1_WRITE,
  requireScope: NO_SCOPES,
  reserveUnits: NO_UNITS,
  claimIdempotency: "forms carry keys of their own where a repetition does harm",
};

export const SURFACES = {
  v1Read: { ...V1_WRITE, claimIdempotency: READS },
  v1Write: V1_WRITE,
  v1Action: V1_WRITE,
  mcpTool: V1_WRITE,
  mcpMessage: {
    ...V1_WRITE,
    requireAccess: "the protocol's own messages touch nothing of a room",
    reserveUnits: "the protocol's own messages are free",
    claimIdempotency: READS,
  },
  connectorAction: {
    ...V1_WRITE,
    reserveUnits: "a reservation expires, so the run reserves when it starts; the request only checks what is left",
  },
  agentRun: {
    ...V1_WRITE,
    requireCredential: "a background function has none; the request proved who asked",
    limitBurst: "the request was counted",
    claimIdempotency: "the claim of the run's row keeps a second process away",
  },
  oauthForm: {
    ...V1_WRITE,
    requireActor: "a client acts for no one before it has a token",
    requireScope: "the form is the way to scopes",
    limitBurst: "forms that prove nothing count towards their address",
    reserveUnits: NO_UNITS,
    claimIdempotency: "codes and refresh tokens work once",
  },
  fileTransfer: {
    ...V1_WRITE,
    requireActor: "the URL was signed for a caller who passed the gates",
    requireScope: "the scope was required when the URL was signed",
    limitBurst: "the number of requests at once is limited for each URL",
    reserveUnits: "the units were charged when the URL was signed",
    claimIdempotency: "bytes under a key never change",
  },
  browserRead: {
    ...BROWSER_WRITE,
    limitBurst: "the front door counts the requests of a session",
    claimIdempotency: READS,
  },
  browserWrite: BROWSER_WRITE,
} as const satisfies Record<string, Gates>;
