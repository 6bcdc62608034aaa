import { writeCertificate } from "./servers/test-certificate";
import { startService } from "./service";
import { TEST_ENV } from "./test-env.mjs";

/** One service with its demo for all browser tests; needs the build of `npm test`. Receivers of webhooks listen on loopback. */
export default async function startOnce(): Promise<() => Promise<void>> {
  const certificate = writeCertificate();
  const { DATABASE_POOL_WAIT_MS } = TEST_ENV;
  const settings = { SVC_ALLOWED_PRIVATE_TARGETS: "127.0.0.1", SVC_SIGN_UP: "open", DATABASE_POOL_WAIT_MS };
  const env = { ...settings, ...certificate.env };
  const service = await startService({ env });
  process.env["SVC_TEST_MANIFEST"] = service.manifestFile;
  process.env["SVC_TEST_BASE_URL"] = service.baseUrl;
  process.env["SVC_TEST_TLS"] = certificate.directory;
  return async () => {
    await service.stop();
    certificate.remove();
  };
}
