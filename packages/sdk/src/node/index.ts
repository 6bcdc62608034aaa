// biome-ignore-all lint/performance/noBarrelFile: the one entry for Node.
export { FileCheckpointStore } from "./file-checkpoint-store.js";
export { FileTokenStore } from "./file-token-store.js";
