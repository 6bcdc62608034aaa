/** Who may import whom. A module is a folder of lib. It imports modules of lower layers, and of its own layer those before it. */
const LAYERS = {
  ground: "platform|db|egress|i18n",
  gates: "access|usage|audit",
  kernel: "api|mail|mentions|events",
  resources: "rooms|messages|tasks|records|files|organizations|webhooks|api-keys|accounts|oauth",
  composers: "docs|notifications|agents|people|audit-log|requests|admin|search|front-door",
};
const TEST = "\\.(test|cases)\\.tsx?$";
const DATABASE = ["^lib/db/(transaction|pool|prisma)\\.ts$", "^prisma/client/", "node_modules/pg/"];
const MODULES = Object.values(LAYERS).flatMap((names) => names.split("|"));
/** @param {string} modules a pattern */
const inModule = (modules) => `^lib/(${modules})/`;
/** @param {string} name @param {object} from @param {object} to @param {string} [comment] */
const forbid = (name, from, to, comment) => ({ name, comment, severity: "error", from, to });
/** Resources know none of the others, but oauth needs the accounts that consent. */
const APART = LAYERS.resources.split("|").filter((name) => name !== "oauth");
/** Lower modules that a module no longer needs. */
const GONE = { audit: "access", organizations: "mail", "audit-log": "accounts|usage", admin: "accounts|mail|requests" };
const listAllowed = (name, place) =>
  MODULES.slice(0, APART.includes(name) ? MODULES.indexOf("rooms") : place)
    .concat(name)
    .filter((other) => !GONE[name]?.split("|").includes(other));

module.exports = {
  forbidden: [
    ...MODULES.map((name, place) =>
      forbid(
        `layer-of-${name}`,
        { path: inModule(name), pathNot: TEST },
        { path: "^lib/", pathNot: inModule(listAllowed(name, place).join("|")) },
      ),
    ),
    forbid("every-module-has-a-layer", { path: "^lib/", pathNot: [TEST, inModule(MODULES.join("|"))] }, {}),
    forbid(
      "only-endpoints-see-the-api",
      // A run that a screen starts passes the same gates as one that a request does.
      {
        path: inModule(`${LAYERS.resources}|events|agents`),
        pathNot: [TEST, "/endpoints\\.ts$", "^lib/agents/(mcp/|runs/(start-run|agent-caller)\\.ts$)"],
      },
      { path: inModule("api"), pathNot: inModule("api/idempotency") },
      "verbs and rules serve pages, actions and tools as well",
    ),
    forbid(
      "production-without-its-tools",
      { path: "^(app|inngest|lib|(server|worker|operations)\\.ts|prisma/seed)", pathNot: TEST },
      { path: `^(scripts|e2e|bench)/|${TEST}` },
    ),
    forbid(
      "production-without-packages-of-tests",
      { path: "^(app|inngest|lib|[a-z]+\\.ts|prisma/seed|scripts/(start|server|svc|database))", pathNot: TEST },
      { dependencyTypes: ["npm-dev"] },
      "npm start installs none of them",
    ),
    forbid("lib-never-looks-back", { path: "^lib/", pathNot: TEST }, { path: "^(inngest|prisma/seed|[a-z]+\\.ts$)" }),
    forbid(
      "app-is-nobodys",
      { pathNot: "^(app/|\\.next|e2e/support/servers/listener-server\\.ts$)" },
      { path: "^app/" },
      "pages and routes are outermost; one test serves route files without Next",
    ),
    forbid(
      "only-lib-reaches-the-database",
      {
        path: [
          "^(app|inngest)/",
          "/endpoints\\.ts$",
          inModule("docs|egress|front-door|i18n|agents/mcp|audit/archive/store"),
        ],
        // The last names the type of a transaction, which a verb opens for it.
        pathNot: [TEST, "^inngest/(embedded/|answer-probe\\.ts$)", "^app/rooms/.*/run-change\\.ts$"],
      },
      { path: DATABASE },
      "pages, endpoints and background functions call the verbs and queries of modules",
    ),
    forbid(
      "rules-and-choices-are-pure",
      { path: "^lib/.*/(rules|choices)\\.ts$" },
      {
        path: "^lib/(db|egress|platform/(env|clock|log|shared)\\.ts$)|\\.sql\\.ts$|^(node:)?(fs|net|https?|child_process|dns)(/|$)",
      },
      "the clock, the database and the network are passed in",
    ),
    forbid(
      "requests-apart-from-the-signed-log",
      { path: "^lib/(api/kernel|docs/surface/registry|agents/mcp/endpoint)\\.ts$" },
      { path: "^lib/audit/proof/", reachable: true },
    ),
    forbid("no-circles", {}, { circular: true }),
  ],
  options: {
    doNotFollow: { path: "^(node_modules|prisma/client)/" },
    exclude: { path: "^[.]next" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
