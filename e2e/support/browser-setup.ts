import { startService } from "./service";

/** One service with its demo for all browser tests; needs the build of `npm test`. Receivers of webhooks listen on loopback. */
export default async function startOnce(): Promise<() => Promise<void>> {
  const service = await startService({ env: { SVC_ALLOWED_PRIVATE_TARGETS: "127.0.0.1" } });
  process.env["SVC_TEST_MANIFEST"] = service.manifestFile;
  process.env["SVC_TEST_BASE_URL"] = service.baseUrl;
  return async () => void (await service.stop());
}
