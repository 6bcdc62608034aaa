import { PrismaPg } from "@prisma/adapter-pg";
import { Pool, type PoolClient } from "pg";
import { PrismaClient } from "../../prisma/client/client";
import { shared } from "../platform/shared";
import { pool } from "./pool";

export type Models = Omit<PrismaClient, `$${string}` | symbol>;

export function prisma(): Models {
  return connectPrisma().client;
}

/** `end` must come before COMMIT and before ROLLBACK. */
export function borrowModels(connection: PoolClient) {
  let started: { models: Promise<Models>; end: () => Promise<void> } | undefined;
  const start = () => {
    started ??= connectPrisma().join(connection);
    return started.models;
  };
  return { models: awaitModels(start), end: async () => started?.end() };
}

function awaitModels(start: () => Promise<Models>): Models {
  type Model = Record<string, (args: unknown) => Promise<unknown>>;
  const readModel = (name: string): Model =>
    new Proxy<Model>(
      {},
      {
        get: (_, operation: string) => async (args: unknown) => {
          const models = (await start()) as unknown as Record<string, Model>;
          return models[name]?.[operation]?.(args);
        },
      },
    );
  return new Proxy({} as Models, { get: (_, name: string) => readModel(name) });
}

const UNLIMITED = { maxWait: 2 ** 31 - 1, timeout: 2 ** 31 - 1 };

const connectPrisma = () => shared("prisma", createPrisma);

function createPrisma() {
  let handedOver: PoolClient | null = null;
  /** Hand-overs happen one at a time, so that each transaction gets its own connection. */
  let turn: Promise<unknown> = Promise.resolve();

  const factory = new PrismaPg(pool());
  const client = new PrismaClient({
    // Other formats quote the arguments of the call, and an error may be logged.
    errorFormat: "minimal",
    adapter: {
      provider: factory.provider,
      adapterName: factory.adapterName,
      connect: async () => {
        const adapter = await factory.connect();
        // Prisma also begins transactions of its own, for findUnique calls of one tick and for nested writes.
        const startOwn = adapter.startTransaction.bind(adapter);
        return Object.assign(adapter, {
          startTransaction: (isolationLevel?: Parameters<typeof startOwn>[0]) => {
            const connection = handedOver;
            if (isolationLevel === undefined || connection === null) return startOwn(isolationLevel);
            handedOver = null;
            return joinTransaction(connection);
          },
        });
      },
    },
  });

  function join(connection: PoolClient) {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let whole: Promise<void> = Promise.resolve();
    const models = turn.then(
      () =>
        new Promise<Models>((resolve, reject) => {
          handedOver = connection;
          const work = (begun: Models) => {
            resolve(begun);
            return ended;
          };
          whole = client.$transaction(work, { isolationLevel: "ReadCommitted", ...UNLIMITED });
          whole.catch(reject);
        }),
    );
    turn = models.catch(() => undefined);
    return {
      models,
      end: async () => {
        await models.catch(() => undefined);
        end();
        await whole;
      },
    };
  }
  return { client, join };
}

async function joinTransaction(connection: PoolClient) {
  const borrowed = Object.assign(new Pool(), { query: connection.query.bind(connection) });
  const adapter = await new PrismaPg(borrowed).connect();
  return Object.assign(adapter, {
    options: { usePhantomQuery: true },
    commit: async () => undefined,
    rollback: async () => undefined,
    createSavepoint: (name: string) => adapter.executeScript(`SAVEPOINT ${name}`),
    rollbackToSavepoint: (name: string) => adapter.executeScript(`ROLLBACK TO SAVEPOINT ${name}`),
    releaseSavepoint: (name: string) => adapter.executeScript(`RELEASE SAVEPOINT ${name}`),
  });
}
