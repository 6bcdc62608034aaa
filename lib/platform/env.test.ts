import { expect, test } from "vitest";
import { EnvError, parseEnv } from "./env";

const GOOD = {
  DATABASE_URL: "postgresql://svc@127.0.0.1:5432/svc",
  SVC_SESSION_SECRET: "s".repeat(43),
  SVC_ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
};
const PRODUCTION = {
  ...GOOD,
  NODE_ENV: "production",
  SVC_ENVIRONMENT: "production",
  SVC_BASE_URL: "https://svc.test/",
};

function failureOf(source: Record<string, string | undefined>): string {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
  }
  return "parsed";
}

test("a good environment is parsed, with its defaults", () => {
  expect(parseEnv({ ...GOOD, PORT: "3100", SVC_LOG_LEVEL: "" })).toMatchObject({
    PORT: 3100,
    SVC_BASE_URL: "http://localhost:3100",
    SVC_DEMO: true,
    SVC_LOG_LEVEL: "info",
  });
});

test("every bad or missing variable is listed at once, and no value is repeated", () => {
  const message = failureOf({ DATABASE_URL: "mysql://root:hunter2@db", PORT: "99999", GITHUB_CLIENT_ID: "x" });
  for (const name of ["DATABASE_URL", "PORT", "SVC_SESSION_SECRET", "SVC_ENCRYPTION_KEY"])
    expect(message).toContain(name);
  expect(message).toContain("SVC_SESSION_SECRET: is missing");
  expect(message).not.toContain("hunter2");
});

test("a provider needs both of its variables", () => {
  expect(failureOf({ ...GOOD, GITHUB_CLIENT_ID: "x" })).toContain(
    "GITHUB_CLIENT_SECRET: must be set when GITHUB_CLIENT_ID is",
  );
});

test("an S3 store needs all of its variables, and each that is missing is named", () => {
  const message = failureOf({ ...GOOD, SVC_FILES_S3_BUCKET: "svc-files", SVC_FILES_S3_SECRET_ACCESS_KEY: "hunter2" });
  for (const name of ["ENDPOINT", "REGION", "ACCESS_KEY_ID"])
    expect(message).toContain(`SVC_FILES_S3_${name}: must be set when SVC_FILES_S3_BUCKET is`);
  expect(message).not.toContain("hunter2");
});

test("production refuses development secrets, the demo, a shifted clock and a guessed address", () => {
  expect(parseEnv(PRODUCTION)).toMatchObject({ SVC_DEMO: false, SVC_BASE_URL: "https://svc.test" });
  const message = failureOf({
    ...PRODUCTION,
    SVC_BASE_URL: undefined,
    SVC_DEMO: "true",
    SVC_CLOCK_OFFSET_SECONDS: "60",
    SVC_SESSION_SECRET: `dev_${"s".repeat(43)}`,
    SVC_ENCRYPTION_KEY: `dev_${GOOD.SVC_ENCRYPTION_KEY}`,
    SVC_AUDIT_LOG_KEY: `dev_${GOOD.SVC_ENCRYPTION_KEY}`,
    SVC_VAPID_KEY: `dev_${"B".repeat(43)}`,
  });
  for (const name of [
    "SVC_BASE_URL",
    "SVC_DEMO",
    "SVC_CLOCK_OFFSET_SECONDS",
    "SVC_SESSION_SECRET",
    "SVC_ENCRYPTION_KEY",
    "SVC_AUDIT_LOG_KEY",
    "SVC_VAPID_KEY",
  ]) {
    expect(message).toContain(name);
  }
});

test("Inngest wants both of its keys, and goes without signatures only in development", () => {
  expect(failureOf({ ...GOOD, INNGEST_EVENT_KEY: "x" })).toContain("INNGEST_SIGNING_KEY: must be set");
  for (const name of ["INNGEST_SIGNING_KEY_FALLBACK", "INNGEST_BASE_URL"])
    expect(failureOf({ ...GOOD, [name]: "https://inngest.test" })).toContain(`${name}: goes with INNGEST_EVENT_KEY`);
  expect(failureOf({ ...GOOD, INNGEST_DEV: "1" })).toContain("INNGEST_DEV: turns signatures off");
  expect(parseEnv({ ...GOOD, INNGEST_DEV: "1", NODE_ENV: "development" }).INNGEST_DEV).toBe(true);
});

test.each([
  [undefined, undefined, true],
  ["http://localhost:3000", undefined, true],
  ["http://127.0.0.2:3000", undefined, true],
  ["http://[::1]:3000", undefined, true],
  ["https://staging.svc.test", undefined, false],
  ["http://localhost.svc.test", undefined, false],
  ["http://10.0.0.7:3000", undefined, false],
  ["https://staging.svc.test", "true", true],
  ["http://localhost:3000", "false", false],
])("at %s with SVC_DEMO %s the demo is seeded: %s", (SVC_BASE_URL, SVC_DEMO, isSeeded) => {
  expect(parseEnv({ ...GOOD, SVC_BASE_URL, SVC_DEMO }).SVC_DEMO).toBe(isSeeded);
});

test("further hosts are names and addresses, with or without a port", () => {
  const listed = parseEnv({ ...GOOD, SVC_ALLOWED_HOSTS: " Svc.internal, 10.0.0.7:3000,[::1] ," }).SVC_ALLOWED_HOSTS;
  expect(listed).toEqual(["svc.internal", "10.0.0.7:3000", "[::1]"]);
  for (const bad of ["https://svc.test", "svc.test/x", "*.svc.test", "a b"])
    expect(failureOf({ ...GOOD, SVC_ALLOWED_HOSTS: bad })).toContain("SVC_ALLOWED_HOSTS: must be host names");
});

test("an archive of the audit log needs the key that signs it, and months that PostgreSQL keeps", () => {
  const archive = { ...GOOD, SVC_ARCHIVE_DIR: "/srv/audit" };
  expect(failureOf(archive)).toContain("SVC_AUDIT_LOG_KEY");
  const signed = { ...archive, SVC_AUDIT_LOG_KEY: GOOD.SVC_ENCRYPTION_KEY };
  expect(parseEnv(signed)).toMatchObject({ SVC_ARCHIVE_DIR: "/srv/audit", SVC_AUDIT_HOT_MONTHS: 13 });
  expect(failureOf({ ...signed, SVC_AUDIT_HOT_MONTHS: "2" })).toContain("SVC_AUDIT_HOT_MONTHS");
});

test("an archive in a bucket needs all of its settings, and no folder beside it", () => {
  const bucket = {
    ...GOOD,
    SVC_AUDIT_LOG_KEY: GOOD.SVC_ENCRYPTION_KEY,
    SVC_ARCHIVE_S3_ENDPOINT: "https://s3.test",
    SVC_ARCHIVE_S3_REGION: "eu-1",
    SVC_ARCHIVE_S3_BUCKET: "audit-archive",
    SVC_ARCHIVE_S3_ACCESS_KEY_ID: "key",
    SVC_ARCHIVE_S3_SECRET_ACCESS_KEY: "secret",
  };
  expect(parseEnv(bucket).SVC_ARCHIVE_S3_PREFIX).toBe("");
  expect(parseEnv({ ...bucket, SVC_ARCHIVE_S3_PREFIX: "svc/audit.log/" }).SVC_ARCHIVE_S3_PREFIX).toBe("svc/audit.log/");
  for (const prefix of ["audit", "/audit/", "a//", "../", "a/./", "a b/", "a%2F/"])
    expect(failureOf({ ...bucket, SVC_ARCHIVE_S3_PREFIX: prefix })).toContain("SVC_ARCHIVE_S3_PREFIX");
  expect(failureOf({ ...bucket, SVC_ARCHIVE_S3_BUCKET: undefined })).toContain("SVC_ARCHIVE_S3_BUCKET: must be set");
  expect(failureOf({ ...bucket, SVC_ARCHIVE_S3_BUCKET: "A" })).toContain("SVC_ARCHIVE_S3_BUCKET");
  expect(failureOf({ ...bucket, SVC_AUDIT_LOG_KEY: undefined })).toContain("SVC_AUDIT_LOG_KEY");
  expect(failureOf({ ...bucket, SVC_ARCHIVE_DIR: "/srv/audit" })).toContain("SVC_ARCHIVE_DIR: the archive is in");
});
