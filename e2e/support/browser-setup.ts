import { startService } from "./service";
import { writeCertificate } from "./test-certificate";

/** One service with its demo for all browser tests; needs the build of `npm test`. Receivers of webhooks listen on loopback. */
export default async function startOnce(): Promise<() => Promise<void>> {
  const certificate = writeCertificate();
  const env = { SVC_ALLOWED_PRIVATE_TARGETS: "127.0.0.1", ...certificate.env };
  const service = await startService({ env });
  process.env["SVC_TEST_MANIFEST"] = service.manifestFile;
  process.env["SVC_TEST_BASE_URL"] = service.baseUrl;
  process.env["SVC_TEST_TLS"] = certificate.directory;
  return async () => {
    await service.stop();
    certificate.remove();
  };
}
