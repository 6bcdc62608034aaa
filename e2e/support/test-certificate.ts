import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificate } from "./make-certificate";

/** Files of a certificate for 127.0.0.1 that a service trusts when they are in its environment. */
export function writeCertificate() {
  const directory = mkdtempSync(join(tmpdir(), "svc-tls-"));
  const [keyFile, certFile] = [join(directory, "key.pem"), join(directory, "cert.pem")];
  const { key, cert } = makeCertificate();
  writeFileSync(keyFile, key, { mode: 0o600 });
  writeFileSync(certFile, cert);
  return {
    directory,
    env: { NODE_EXTRA_CA_CERTS: certFile },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export function readCertificate(directory: string): { key: string; cert: string } {
  const read = (name: string) => readFileSync(join(directory, name), "utf8");
  return { key: read("key.pem"), cert: read("cert.pem") };
}
