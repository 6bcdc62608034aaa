import { z } from "zod";
import { parseAllowedTargets, parseConnectorTargets, splitList } from "./address";
import { AUDIT_HOT_MONTHS_MIN } from "./audit-months";
import { readMark } from "./brand-mark";
import {
  BRAND_NAME_MAX_LENGTH,
  BRAND_TAGLINE_MAX_LENGTH,
  brandText,
  bucketName,
  ENV_GROUPS,
  flag,
  isHost,
  keyPrefix,
} from "./env-fields";
import { parseHeaderList } from "./header-list";
import { parsePublicKeys } from "./public-keys";
import { shared } from "./shared";
import { parseSmtpUrl, SMTP_URL_SHAPE } from "./smtp-url";
import { readVapidKey } from "./vapid-key";

export const DEVELOPMENT_SECRET_PREFIX = "dev_";

const Env = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
    SVC_ENVIRONMENT: z.string().min(1).default("development"),
    HOST: z.string().min(1).default("127.0.0.1"),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    SVC_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    SVC_ALLOWED_HOSTS: z
      .string()
      .default("")
      .transform(splitList)
      .refine((hosts) => hosts.every(isHost), "must be host names or addresses, with or without a port, with commas"),
    SVC_BRAND_NAME: brandText(BRAND_NAME_MAX_LENGTH).default("Lintel"),
    SVC_BRAND_TAGLINE: brandText(BRAND_TAGLINE_MAX_LENGTH).optional(),
    SVC_BRAND_COLOR: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, "must be #rrggbb")
      .optional(),
    SVC_BRAND_MARK: z
      .string()
      .refine((path) => readMark(path) !== null, {
        message: "must be the path of an SVG image of at most 32 KB with a viewBox, without scripts and links",
      })
      .optional(),
    SVC_DATA_DIR: z.string().min(1).default(".data"),
    SVC_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    SVC_STOP_DELAY_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
    DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// URL"),
    DATABASE_DIRECT_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must be a postgresql:// URL")
      .optional(),
    DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(200).default(16),
    DATABASE_POOL_WAIT_MS: z.coerce.number().int().min(100).max(600_000).default(5_000),
    SVC_MIGRATE_ON_START: flag.optional(),
    SVC_SESSION_SECRET: z.string().min(32),
    SVC_SESSION_SECRET_FALLBACK: z.string().min(32).optional(),
    SVC_ENCRYPTION_KEY: z
      .string()
      .regex(/^(dev_)?[a-z0-9]+:[A-Za-z0-9+/]{43}=(,(dev_)?[a-z0-9]+:[A-Za-z0-9+/]{43}=)*$/, {
        message: "must be <key id>:<32 bytes in base64>, the key in use first, older ones after commas",
      }),
    SVC_AUDIT_LOG_KEY: z
      .string()
      .regex(/^((dev_)?[a-z0-9]+:[A-Za-z0-9+/]{43}=(,(dev_)?[a-z0-9]+:[A-Za-z0-9+/]{43}=)*)?$/, {
        message: "must be <key id>:<32 bytes in base64>, the key in use first, older ones after commas",
      })
      .default(""),
    SVC_VAPID_KEY: z
      .string()
      .default("")
      .refine((key) => key === "" || readVapidKey(key) !== null, "must be a P-256 private key, 32 bytes in base64url"),
    SVC_ARCHIVE_DIR: z.string().min(1).optional(),
    SVC_ARCHIVE_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    SVC_ARCHIVE_S3_REGION: z.string().min(1).optional(),
    SVC_ARCHIVE_S3_BUCKET: bucketName.optional(),
    SVC_ARCHIVE_S3_PREFIX: keyPrefix.default(""),
    SVC_ARCHIVE_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    SVC_ARCHIVE_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    SVC_AUDIT_HOT_MONTHS: z.coerce.number().int().min(AUDIT_HOT_MONTHS_MIN).max(84).default(13),
    SVC_ALLOWED_PRIVATE_TARGETS: z
      .string()
      .default("")
      .refine((list) => parseAllowedTargets(list) !== null, "must be host names, addresses and CIDRs, with commas"),
    SVC_CONNECTOR_PRIVATE_TARGETS: z
      .string()
      .default("")
      .refine((list) => parseConnectorTargets(list) !== null, {
        message: "must be `all`, host names, addresses and CIDRs, with commas",
      }),
    SVC_LEAK_SCANNER_KEYS: z
      .string()
      .default("")
      .refine((list) => parsePublicKeys(list) !== null, {
        message: "must be <key id>:<public key, SPKI DER in base64>, ECDSA P-256 or Ed25519, several after commas",
      }),
    SVC_APPROVE_KNOWN_CLIENTS: flag.default(false),
    SVC_DEMO: flag.optional(),
    SVC_SMTP_URL: z
      .string()
      .refine((url) => parseSmtpUrl(url) !== null, SMTP_URL_SHAPE)
      .optional(),
    SVC_MAIL_FROM: z.email().optional(),
    SVC_MAILBOX: flag.optional(),
    SVC_SECURITY_CONTACT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
    SVC_SEATS_MAX_SELF_SERVICE: z.coerce.number().int().min(1).max(10_000).default(10),
    SVC_SIGN_UP: z.enum(["closed", "invited", "open"]).default("closed"),
    SVC_LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug"]).default("info"),
    SVC_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    SVC_METRICS_HOST: z.string().min(1).default("127.0.0.1"),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_EXPORTER_OTLP_HEADERS: z
      .string()
      .default("")
      .refine((list) => parseHeaderList(list) !== null, "must be name=value, several after commas, percent-encoded"),
    OTEL_SERVICE_NAME: z.string().min(1).default("svc"),
    SVC_CLOCK_OFFSET_SECONDS: z.coerce.number().int().default(0),
    SVC_FILES_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    SVC_FILES_S3_REGION: z.string().min(1).optional(),
    SVC_FILES_S3_BUCKET: bucketName.optional(),
    SVC_FILES_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    SVC_FILES_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    GITHUB_CLIENT_ID: z.string().min(1).optional(),
    GITHUB_CLIENT_SECRET: z.string().min(1).optional(),
    GOOGLE_CLIENT_ID: z.string().min(1).optional(),
    GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
    UPSTASH_REDIS_REST_URL: z.url({ protocol: /^https?$/ }).optional(),
    UPSTASH_REDIS_REST_TOKEN: z.string().min(1).optional(),
    INNGEST_EVENT_KEY: z.string().min(1).optional(),
    INNGEST_SIGNING_KEY: z.string().min(1).optional(),
    INNGEST_SIGNING_KEY_FALLBACK: z.string().min(1).optional(),
    INNGEST_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    INNGEST_DEV: z
      .enum(["true", "false", "1", "0"])
      .default("false")
      .transform((value) => value === "true" || value === "1"),
  })
  .superRefine(
    (env, context) => {
      const report = (name: keyof typeof env, message: string) =>
        context.addIssue({ code: "custom", path: [name], message });
      for (const group of ENV_GROUPS) {
        const given = group.find((name) => env[name] !== undefined);
        for (const name of given === undefined ? [] : group)
          if (env[name] === undefined) report(name, `must be set when ${given} is`);
      }
      if (env.INNGEST_DEV && env.NODE_ENV === "production")
        report("INNGEST_DEV", "turns signatures off; it is for development (NODE_ENV)");
      for (const name of ["INNGEST_SIGNING_KEY_FALLBACK", "INNGEST_BASE_URL"] as const)
        if (env[name] !== undefined && env.INNGEST_EVENT_KEY === undefined && !env.INNGEST_DEV)
          report(name, "goes with INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY");
      if (env.SVC_ARCHIVE_DIR !== undefined && env.SVC_ARCHIVE_S3_ENDPOINT !== undefined)
        report("SVC_ARCHIVE_DIR", "the archive is in a folder or in SVC_ARCHIVE_S3_BUCKET, not in both");
      const archive = (["SVC_ARCHIVE_DIR", "SVC_ARCHIVE_S3_ENDPOINT"] as const).find((name) => env[name] !== undefined);
      if (archive !== undefined && env.SVC_AUDIT_LOG_KEY === "")
        report("SVC_AUDIT_LOG_KEY", `must be set when ${archive} is: the log signs what the archive holds`);
      if (env.SVC_MAILBOX && env.SVC_SMTP_URL !== undefined)
        report("SVC_MAILBOX", "keeps what is sent nowhere; with SVC_SMTP_URL everything is sent");
      if (!(env.NODE_ENV === "production" && env.SVC_ENVIRONMENT === "production")) return;
      for (const name of [
        "SVC_SESSION_SECRET",
        "SVC_SESSION_SECRET_FALLBACK",
        "SVC_ENCRYPTION_KEY",
        "SVC_AUDIT_LOG_KEY",
        "SVC_VAPID_KEY",
      ] as const)
        if (String(env[name]).includes(DEVELOPMENT_SECRET_PREFIX))
          report(name, "is a development secret; production needs its own");
      if (env.SVC_DEMO) report("SVC_DEMO", "the demo is refused in production");
      if (env.SVC_MAILBOX) report("SVC_MAILBOX", "shows everyone's mail; it is refused in production");
      if (env.SVC_SIGN_UP !== "closed" && env.SVC_SMTP_URL === undefined)
        report("SVC_SIGN_UP", "needs mail: set SVC_SMTP_URL and SVC_MAIL_FROM");
      if (env.SVC_CLOCK_OFFSET_SECONDS !== 0)
        report("SVC_CLOCK_OFFSET_SECONDS", "the clock is not shifted in production");
      if (env.SVC_BASE_URL === undefined) report("SVC_BASE_URL", "must be set in production");
    },
    // One error names everything, so this runs even when single variables are bad.
    { when: () => true },
  )
  .transform((env) => ({
    ...env,
    SVC_BASE_URL: (env.SVC_BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ""),
    SVC_DEMO: env.SVC_DEMO ?? (env.SVC_ENVIRONMENT !== "production" && isLoopback(env.SVC_BASE_URL)),
    isMailboxRequested: env.SVC_MAILBOX === true,
    SVC_MAILBOX:
      env.SVC_MAILBOX ??
      (env.SVC_SMTP_URL === undefined && env.SVC_ENVIRONMENT === "development" && isLoopback(env.SVC_BASE_URL)),
  }));

function isLoopback(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return true;
  const { hostname } = new URL(baseUrl);
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

export type Env = z.output<typeof Env>;

export const ENV_NAMES: readonly string[] = Object.keys(Env.in.shape);

export class EnvError extends Error {
  override name = "EnvError";
}

export function parseEnv(source: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = Env.safeParse(filled);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${explainIssue(issue, filled)}`);
  throw new EnvError(`The environment is not usable:\n${lines.join("\n")}\n.env.example explains each variable.`);
}

/** Values never appear in the message: some of them are secrets. */
function explainIssue(issue: z.core.$ZodIssue, source: Record<string, string | undefined>): string {
  const name = issue.path[0];
  if (typeof name === "string" && source[name] === undefined && issue.code === "invalid_type") return "is missing";
  return issue.message;
}

/** The environment is parsed at first use, so that a build without one can import any module. */
export function env(): Env {
  return shared("env", () => parseEnv(process.env));
}

/** A pooler gives each transaction another connection, so nothing may outlive a transaction there. */
export function isPooled(): boolean {
  return env().DATABASE_DIRECT_URL !== undefined;
}

export function directDatabaseUrl(): string {
  return env().DATABASE_DIRECT_URL ?? env().DATABASE_URL;
}

export type BackgroundMode = "embedded" | "development" | "inngest";

export function backgroundMode(): BackgroundMode {
  const { INNGEST_DEV, INNGEST_EVENT_KEY } = env();
  if (INNGEST_DEV) return "development";
  return INNGEST_EVENT_KEY === undefined ? "embedded" : "inngest";
}

export function isProductionService(): boolean {
  return env().SVC_ENVIRONMENT === "production";
}

export function sessionSecrets(): readonly [string, ...string[]] {
  const { SVC_SESSION_SECRET, SVC_SESSION_SECRET_FALLBACK: fallback } = env();
  return fallback === undefined ? [SVC_SESSION_SECRET] : [SVC_SESSION_SECRET, fallback];
}
