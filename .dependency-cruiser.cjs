/** Who may import whom. A room is a folder of lib; each rule says why it stands. */
const RESOURCES = "rooms|messages|tasks|records|files|organizations|webhooks";
const GATES = "access|usage|idempotency|audit";
const TEST = "\\.test\\.tsx?$";
/** People's acts are recorded in the transaction of the change, wherever that is. */
const ACTS = "^lib/audit/act-store\\.ts$";
/** A use case is a file, named by its verb; screens' reads are in queries, hot SQL is in `*.sql.ts`. */
const VERBS =
  "abandon|accept|accumulate|add|answer|append|apply|approve|archive|authenticate|begin|cancel|change|charge|check|claim|clean|complete|confirm|consume|count|create|deactivate|decide|delete|disable|discard|dispatch|download|drain|edit|emit|enable|end|enqueue|enter|erase|execute|expire|export|fail|find|finish|forget|hold|import|invite|issue|join|keep|leave|limit|list|load|lock|mark|move|notify|open|pause|post|promote|propose|purge|queue|read|rebuild|recall|receive|recover|redeem|redeliver|refresh|register|release|remove|rename|renew|replace|require|reseal|reserve|resolve|restore|resume|retain|return|revoke|rotate|run|save|schedule|seat|send|set|settle|sign|start|stop|store|submit|sum|sweep|switch|take|tell|test|touch|transfer|unlock|update|upsert|use|verify|watch|withdraw|write";
const STORE = [
  "[/-]store\\.ts$",
  `/(${VERBS})\\.ts$`,
  `/(${VERBS})-[a-z0-9-]+\\.ts$`,
  "/queries\\.ts$",
  "-query\\.ts$",
  "\\.sql\\.ts$",
  "^lib/credentials/",
];

/** @param {string} room a pattern */
const inRoom = (room) => `^lib/(${room})/`;

module.exports = {
  forbidden: [
    {
      name: "lib-never-looks-back",
      comment: "app and inngest import lib; never the other way round",
      severity: "error",
      from: { path: "^lib/", pathNot: TEST },
      to: { path: "^(app|inngest|scripts|e2e|bench|prisma/seed|server\\.ts)" },
    },
    {
      name: "the-product-without-its-tools",
      comment: "what runs in production imports no script and no test",
      severity: "error",
      from: { path: "^(app|inngest|lib|server\\.ts|prisma/seed)", pathNot: TEST },
      to: { path: `^(scripts|e2e|bench)/|${TEST}` },
    },
    {
      name: "app-is-nobodys",
      comment: "pages and routes are the outermost room",
      severity: "error",
      from: { pathNot: "^(app/|\\.next)" },
      to: { path: "^app/" },
    },
    {
      name: "platform-knows-no-room",
      comment: "all may import platform, platform imports nobody",
      severity: "error",
      from: { path: inRoom("platform"), pathNot: TEST },
      to: { path: "^lib/", pathNot: inRoom("platform") },
    },
    {
      name: "egress-knows-platform-alone",
      comment: "guarded outgoing HTTP serves every module alike",
      severity: "error",
      from: { path: inRoom("egress"), pathNot: TEST },
      to: { path: "^lib/", pathNot: inRoom("platform|egress") },
    },
    {
      name: "gates-know-no-resource",
      comment: "a gate serves every endpoint alike",
      severity: "error",
      from: { path: inRoom(GATES), pathNot: TEST },
      to: { path: "^lib/", pathNot: inRoom(`platform|${GATES}`) },
    },
    {
      name: "api-knows-no-resource",
      comment: "the kernel imports the gates and finds credentials; only the surface names endpoints",
      severity: "error",
      from: { path: inRoom("api"), pathNot: TEST },
      to: { path: "^lib/", pathNot: inRoom(`api|credentials|platform|${GATES}`) },
    },
    {
      name: "a-resource-keeps-to-itself",
      comment: "a resource imports access, events, platform and itself; composers call the stores of others",
      severity: "error",
      from: { path: inRoom(RESOURCES), pathNot: [TEST, inRoom("webhooks")] },
      to: { path: "^lib/", pathNot: [inRoom("access|events|platform|api"), "^lib/$1/", ACTS] },
    },
    {
      name: "webhooks-pay-for-attempts",
      comment: "as every resource; an attempt is no request, so it asks for its unit itself",
      severity: "error",
      from: { path: inRoom("webhooks"), pathNot: TEST },
      to: { path: "^lib/", pathNot: [inRoom("access|events|platform|egress|api|usage|webhooks"), ACTS] },
    },
    {
      name: "only-endpoints-see-the-api",
      comment: "stores and rules serve pages, actions and tools as well",
      severity: "error",
      from: {
        path: inRoom(`${RESOURCES}|events|connectors|agent-runs|accounts|api-keys|oauth|credentials`),
        // A run that a screen starts passes the same gates as one that a request does.
        pathNot: ["/endpoints\\.ts$", "^lib/agent-runs/start-run\\.ts$", TEST],
      },
      to: { path: inRoom("api") },
    },
    {
      name: "only-verbs-and-queries-reach-the-database",
      comment: "the name of a file says what it does to the database",
      severity: "error",
      from: {
        path: "^(lib|app|inngest)/",
        // The transaction of a write or an action is opened by the kernel and named in every declaration.
        pathNot: [...STORE, "^lib/events/outbox\\.ts$", "^lib/api/(act|endpoint|write)\\.ts$", "^lib/platform/", TEST],
      },
      to: {
        path: ["^lib/platform/(db|pool|prisma)\\.ts$", "^prisma/client/", "node_modules/pg/"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "pure-files-do-nothing",
      comment: "what decides does no I/O: the clock, the database and the network are passed in",
      severity: "error",
      // An attempt, the loop that makes them and the timers of retries are nothing but clock, network and stores.
      from: {
        path: inRoom(RESOURCES),
        pathNot: [
          ...STORE,
          "/endpoints\\.ts$",
          "^lib/webhooks/(attempt|dispatch|retry-schedule)\\.ts$",
          // Bytes of files are on a disk or in a bucket.
          "^lib/files/(disk|s3)-storage\\.ts$",
          TEST,
        ],
      },
      to: {
        path: [
          "^lib/platform/(db|pool|prisma|env|clock|log|shared|batch|redis|session|database-health)\\.ts$",
          "^lib/egress/",
          "[/-]store\\.ts$",
          "-storage\\.ts$",
          "/queries\\.ts$",
          "-query\\.ts$",
          "\\.sql\\.ts$",
          "^(node:)?(fs|net|http|https|child_process|dns)(/|$)",
        ],
        dependencyTypesNot: ["type-only"],
      },
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
