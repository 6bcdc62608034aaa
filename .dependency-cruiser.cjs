/** Who may import whom. A module is a folder of lib; each rule says its reason. */
const RESOURCES = "rooms|messages|tasks|records|files|organizations|webhooks";

/** A module imports modules of lower floors: the reason for each floor, and its modules, lowest floor first. */
const FLOORS = [
  ["it knows no other module, so every module may use it", "platform"],
  ["outgoing HTTP, the operator's buckets and languages serve every module alike", "egress|object-store|i18n"],
  ["what happens is told by mail, whichever module it happens in", "mail"],
  ["proves what a caller may see, for every gate and verb", "access"],
  ["a text names people in the same way, whatever it is a text of", "mentions"],
  ["gates ask these, for every endpoint alike", "usage|idempotency"],
  ["one statement writes the audit row and settles the units of its caller", "audit"],
  ["keeps files of the audit log's archive, of rows and of tiles alike", "archive-store"],
  ["numbers and signs the rows of the audit log, whoever wrote them", "audit-proof"],
  ["moves old months of the audit log to files and reads them there, for every reader alike", "audit-archive"],
  ["finds the caller of a key or token, without the kernel", "credentials"],
  ["the kernel runs any endpoint, so it names none", "api"],
  ["resources record events, and accounts own everything", "events|accounts|api-keys"],
  ["a resource is learned without the others", `${RESOURCES}|oauth|overview|notifications|legal-holds`],
  ["the door sends files; a connector has settings and rooms", "front-door|connectors"],
  [
    "composers call the verbs of several modules",
    "agent-runs|leaks|surface|mcp|audit-streams|monitoring|onboarding|tenants",
  ],
  ["a person's leaving ends things in every module", "offboarding"],
  ["a request can meet any module, and its explanation names them", "requests"],
  ["administrators see how every module is doing", "administration"],
  ["the search of the screens finds things of every module", "search"],
  ["the pages for integrators are written from the surface and the events", "docs"],
];
/** Imports beside or above the own floor. No two modules import each other. */
const EXCEPTIONS = [["credentials", "^lib/(oauth/token|api-keys/secret)\\.ts$", "the pure formats of tokens and keys"]];
const TEST = "\\.test\\.tsx?$";
/** People's acts are recorded in the transaction of the change, wherever that is. */
const ACTS = "^lib/audit/record-act\\.ts$";
const DATABASE = ["^lib/platform/(db|pool|prisma)\\.ts$", "^prisma/client/", "node_modules/pg/"];
/** @param {string} modules a pattern */
const inModule = (modules) => `^lib/(${modules})/`;

const floorRules = FLOORS.flatMap(([reason, modules], floor) =>
  modules.split("|").map((module) => ({
    name: `floor-${floor + 1}-${module}`,
    comment: reason,
    severity: "error",
    from: { path: inModule(module), pathNot: TEST },
    to: {
      path: "^lib/",
      pathNot: [
        inModule([module, ...FLOORS.slice(0, floor).map(([, lower]) => lower)].join("|")),
        ...EXCEPTIONS.filter(([from]) => from === module).map(([, to]) => to),
      ],
    },
  })),
);

module.exports = {
  forbidden: [
    {
      name: "lib-never-looks-back",
      comment: "app and inngest import lib; never the other way round",
      severity: "error",
      from: { path: "^lib/", pathNot: TEST },
      to: { path: "^(app|inngest|scripts|e2e|bench|prisma/seed|(server|worker|operations)\\.ts)" },
    },
    {
      name: "the-product-without-its-tools",
      comment: "what runs in production imports no script and no test",
      severity: "error",
      from: { path: "^(app|inngest|lib|(server|worker|operations)\\.ts|prisma/seed)", pathNot: TEST },
      to: { path: `^(scripts|e2e|bench)/|${TEST}` },
    },
    {
      name: "app-is-nobodys",
      comment: "pages and routes are the outermost floor; one test serves route files without Next",
      severity: "error",
      from: { pathNot: "^(app/|\\.next|e2e/support/listener-server\\.ts$)" },
      to: { path: "^app/" },
    },
    ...floorRules,
    {
      name: "every-module-has-a-floor",
      comment: "a new folder of lib chooses its place in the house",
      severity: "error",
      from: { path: "^lib/", pathNot: [TEST, inModule(FLOORS.map(([, modules]) => modules).join("|"))] },
      to: {},
    },
    {
      name: "a-resource-keeps-to-itself",
      comment:
        "a resource imports access, events, mail, mentions, object-store, platform and itself; composers call the verbs of others",
      severity: "error",
      from: { path: inModule(RESOURCES), pathNot: [TEST, inModule("webhooks")] },
      to: {
        path: "^lib/",
        pathNot: [inModule("access|events|mail|mentions|object-store|platform|api"), "^lib/$1/", ACTS],
      },
    },
    {
      name: "webhooks-pay-for-attempts",
      comment: "as every resource; an attempt is no request, so it asks for its unit itself",
      severity: "error",
      from: { path: inModule("webhooks"), pathNot: TEST },
      to: { path: "^lib/", pathNot: [inModule("access|events|platform|egress|api|usage|webhooks"), ACTS] },
    },
    {
      name: "only-endpoints-see-the-api",
      comment: "stores and rules serve pages, actions and tools as well",
      severity: "error",
      from: {
        path: inModule(`${RESOURCES}|events|connectors|agent-runs|accounts|api-keys|oauth|credentials`),
        // A run that a screen starts passes the same gates as one that a request does.
        pathNot: ["/endpoints\\.ts$", "^lib/agent-runs/(start-run|agent-caller)\\.ts$", TEST],
      },
      to: { path: inModule("api") },
    },
    {
      name: "only-lib-reaches-the-database",
      comment: "pages, endpoints, background functions and modules without rows call the verbs and queries of others",
      severity: "error",
      from: {
        path: [
          "^(app|inngest)/",
          "/endpoints\\.ts$",
          inModule("archive-store|docs|egress|front-door|i18n|mcp|object-store|onboarding|surface"),
        ],
        // The last two name the type of a transaction, which a verb opens for them.
        pathNot: [TEST, "^inngest/(embedded/|answer-probe\\.ts$)", "^app/rooms/.*/run-(comment-)?change\\.ts$"],
      },
      to: { path: DATABASE },
    },
    {
      name: "rules-and-choices-are-pure",
      comment: "what decides does no I/O: the clock, the database and the network are passed in",
      severity: "error",
      from: { path: "^lib/.*/(rules|choices)\\.ts$" },
      to: {
        path: [
          ...DATABASE,
          "^lib/platform/(env|clock|log|shared|batch|redis|session|database-health)\\.ts$",
          "^lib/egress/",
          "\\.sql\\.ts$",
          "^(node:)?(fs|net|http|https|child_process|dns)(/|$)",
        ],
      },
    },
    {
      name: "requests-apart-from-the-signed-log",
      comment: "requests execute no statement of it",
      severity: "error",
      from: { path: "^lib/(api/kernel|surface/registry|mcp/endpoint)\\.ts$" },
      to: { path: "^lib/audit-proof/", reachable: true },
    },
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    { name: "no-dangling-imports", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "^(node_modules|prisma/client)/" },
    exclude: { path: "^[.]next" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      mainFields: ["module", "main"],
    },
  },
};
