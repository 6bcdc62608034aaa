import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { ENV_NAMES } from "../../lib/platform/env";
import { noteUntested } from "../support/tables/untested";

const CHART = join("ops", "helm", "svc");
const templates = readdirSync(join(CHART, "templates")).map((name) =>
  readFileSync(join(CHART, "templates", name), "utf8"),
);
const text = templates.join("\n");
const values = parse(readFileSync(join(CHART, "values.yaml"), "utf8")) as Record<string, unknown>;

const readValue = (path: string) =>
  path.split(".").reduce<unknown>((object, name) => (object as Record<string, unknown> | undefined)?.[name], values);

test("templates use values that values.yaml has, and it has no other", () => {
  const used = new Set([...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = ""]) => path));
  expect([...used].filter((path) => readValue(path) === undefined)).toEqual([]);
  expect(new Set([...used].map((path) => path.split(".")[0]))).toEqual(new Set(Object.keys(values)));
});

test("pods get variables that the service reads", () => {
  const given = [...text.matchAll(/name: ([A-Z][A-Z_]+)/g)].map(([, name = ""]) => name);
  expect(given.length).toBeGreaterThan(4);
  expect(given.filter((name) => !ENV_NAMES.includes(name))).toEqual([]);
});

test("only Prometheus reads metrics, and no pod reaches the addresses of cloud credentials", () => {
  const { networkPolicy } = values as {
    networkPolicy: { metricsFrom: object[]; exceptEgress: { ipv4: string[]; ipv6: string[] } };
  };
  expect(JSON.stringify(networkPolicy.metricsFrom)).toContain("kubernetes.io/metadata.name");
  expect(networkPolicy.exceptEgress.ipv4).toContain("169.254.0.0/16");
  expect(networkPolicy.exceptEgress.ipv6).toEqual(expect.arrayContaining(["fe80::/10", "fd00:ec2::/32"]));
  expect(text).toMatch(/metricsFrom[\s\S]+?port: metrics/);
  expect(text).not.toMatch(/networkPolicy\.from[^-]+port: http[^-]+port: metrics/);
});

test("the chart has the version of the service", () => {
  const { appVersion } = parse(readFileSync(join(CHART, "Chart.yaml"), "utf8")) as { appVersion: string };
  expect(appVersion).toBe((JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version);
});

interface Rendered {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: { template?: { spec: Pod } };
}
interface Pod {
  securityContext: object;
  terminationGracePeriodSeconds?: number;
  containers: { args: string[]; securityContext: object; readinessProbe?: object }[];
}

const hasHelm = spawnSync("helm", ["version"]).status === 0;
if (!hasHelm) noteUntested("the rendered chart", "helm is not installed.");
else test("the rendered chart runs each role as it must", testRendered);

function testRendered(): void {
  const args = ["--set", "baseUrl=https://svc.example.com,ingress.enabled=true,ingress.inngest=true"];
  execFileSync("helm", ["lint", "--strict", CHART, ...args]);
  const rendered = parseAllDocuments(
    execFileSync("helm", ["template", "svc", CHART, "--kube-version", "1.31.0", ...args], { encoding: "utf8" }),
  )
    .map((document) => document.toJS() as Rendered | null)
    .filter((object) => object !== null);
  const kinds = rendered.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
  const perRole = ["Deployment", "HorizontalPodAutoscaler", "PodDisruptionBudget", "Service"];
  const roles = perRole.flatMap((kind) => [`${kind} svc-api`, `${kind} svc-web`, `${kind} svc-worker`]);
  expect(kinds).toEqual(["Ingress svc", "Job svc-migrate", "NetworkPolicy svc", ...roles].sort());
  const pods = rendered.flatMap(({ spec }) => spec.template?.spec ?? []);
  expect(pods.map(({ containers }) => containers[0]?.args.join(" ") ?? "").toSorted()).toEqual([
    "migrate apply",
    "serve --role api",
    "serve --role web",
    "serve --role worker",
  ]);
  for (const { securityContext, containers } of pods) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    expect(containers[0]?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  }
  const job = rendered.find(({ kind }) => kind === "Job");
  expect(job?.metadata.annotations?.["helm.sh/hook"]).toBe("pre-install,pre-upgrade");
}
