import { diffSchema } from "./database/diff-schema.mjs";
import { openScratchCluster } from "./database/scratch-cluster.mjs";

/** npm run db:check: fails when the migrations do not make exactly prisma/schema.prisma. */
const cluster = await openScratchCluster();
try {
  const sql = await diffSchema(cluster.buildUrl("postgres"));
  if (sql === "") {
    console.log("The migrations make prisma/schema.prisma.");
  } else {
    console.error(`prisma/schema.prisma is ahead of the migrations (npm run db:new -- verb_noun writes one):\n${sql}`);
    process.exitCode = 1;
  }
} finally {
  await cluster.stop();
}
