import { run } from "./program";
import { readSurroundings } from "./surroundings";

process.exitCode = await run(process.argv.slice(2), readSurroundings());
