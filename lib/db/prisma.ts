import { PrismaPg } from "@prisma/adapter-pg";
import { Pool, type PoolClient } from "pg";
import { PrismaClient } from "../../prisma/client/client";
import { shared } from "../platform/shared";
import { pool } from "./pool";

/** The models alone: transactions go through `transaction`, raw SQL through statements. */
export type Models = Omit<PrismaClient, `$${string}` | symbol>;

/** Prisma, for everything that is not hot. */
export function prisma(): Models {
  return connectPrisma().client;
}

/**
 * Prisma's models on the connection of an open transaction, of which Prisma is told at the first use. `end` comes before
 * COMMIT and before ROLLBACK.
 */
export function borrowModels(connection: PoolClient) {
  let started: { models: Promise<Models>; end: () => Promise<void> } | undefined;
  const start = () => {
    started ??= connectPrisma().join(connection);
    return started.models;
  };
  return { models: awaitModels(start), end: async () => started?.end() };
}

/** `models.room.update(args)` waits for the models first. */
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

/** How long a transaction may take is PostgreSQL's to say. */
const UNLIMITED = { maxWait: 2 ** 31 - 1, timeout: 2 ** 31 - 1 };

const connectPrisma = () => shared("prisma", createPrisma);

function createPrisma() {
  /** The connection for the next transaction that Prisma joins. */
  let handedOver: PoolClient | null = null;
  /** One hand-over at a time, so that each transaction gets its own connection. */
  let turn: Promise<unknown> = Promise.resolve();

  const factory = new PrismaPg(pool());
  const client = new PrismaClient({
    // Without the arguments of the call: an error may be logged.
    errorFormat: "minimal",
    adapter: {
      provider: factory.provider,
      adapterName: factory.adapterName,
      connect: async () => {
        const adapter = await factory.connect();
        // Prisma also begins transactions of its own: for findUnique calls of one tick, and for nested writes.
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
          // The isolation level tells it from Prisma's own.
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

/** A transaction of ours as Prisma sees it: it runs statements, and neither commits nor rolls back. */
async function joinTransaction(connection: PoolClient) {
  // The adapter takes pools; of this one it calls `query` alone, and that is the connection's.
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
