import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { Problem, readCode } from "../problem.mjs";

/**
 * Systems give outgoing connections ports from 32768 on: one of those could be taken before its finder listens on it.
 * @returns {Promise<number>} a port on the loopback address that is free, and that nobody else finds while this process runs
 */
export async function findFreePort() {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(20_000, 32_768);
    if ((await reservePort(port)) && (await isPortFree(port))) return port;
  }
  return listenOnce("127.0.0.1", 0);
}

/**
 * Two processes that look at the same moment could both find a port that neither listens on yet. UDP has ports of its own,
 * so a socket there marks the number and leaves TCP to whoever was given it.
 * @param {number} port @returns {Promise<boolean>}
 */
function reservePort(port) {
  return new Promise((resolve) => {
    const mark = createSocket("udp4");
    mark.once("error", () => mark.close(() => resolve(false)));
    mark.bind({ port, address: "127.0.0.1", exclusive: true }, () => resolve(true));
    mark.unref();
  });
}

/** @param {number} port */
export async function isPortFree(port) {
  return listenOnce("127.0.0.1", port).then(
    () => true,
    () => false,
  );
}

/** @param {number} port @param {string} host */
export async function checkPort(port, host) {
  await listenOnce(host, port).catch((error) => {
    throw explainPort(error, port);
  });
}

/**
 * @param {unknown} error @param {number} port
 * @returns {unknown} a message for the reader, when the error is about the port
 */
export function explainPort(error, port) {
  const code = readCode(error);
  const other = `or choose another one: PORT=${port + 1} npm start`;
  if (code === "EADDRINUSE")
    return new Problem(`Port ${port} is in use. Stop the program that listens there, ${other}`);
  if (code === "EACCES")
    return new Problem(`Port ${port} is not open to this user. Start as a user who may use it, ${other}`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Problem("HOST is not an address of this machine. Omit it to use 127.0.0.1.");
  return error;
}

/** @param {string} host @param {number} port @returns {Promise<number>} */
function listenOnce(host, port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === "object" ? address.port : port));
    });
  });
}
