import { expect, test } from "vitest";
import { describeWithRedis, useTestRedis } from "../../e2e/support/servers/redis";
import type { Axis, BurstBackend } from "./burst";
import { createMemoryBurst } from "./memory-burst";
import { createRedisBurst } from "./redis-burst";

const axis = (key: string, limit: number): Axis => ({ scope: "actor", subject: key, key, limit });

function proveAllOrNothing(open: () => BurstBackend): void {
  test("a refusal on one axis counts on no other", async () => {
    const backend = open();
    const [narrow, wide] = [axis("narrow", 2), axis("wide", 10)];
    expect(await backend.take([narrow, wide], 1)).toEqual({ allowed: true, used: [1, 1] });
    expect(await backend.take([narrow, wide], 1)).toEqual({ allowed: true, used: [2, 2] });
    expect(await backend.take([narrow, wide], 1)).toEqual({ allowed: false, used: [2, 2] });
    expect(await backend.take([wide], 1)).toEqual({ allowed: true, used: [3] });
  });

  test("a new window starts at zero", async () => {
    const backend = open();
    await backend.take([axis("turn", 1)], 5);
    expect((await backend.take([axis("turn", 1)], 5)).allowed).toBe(false);
    expect(await backend.take([axis("turn", 1)], 6)).toEqual({ allowed: true, used: [1] });
  });

  test("concurrent requests pass exactly up to the limit", async () => {
    const backend = open();
    const results = await Promise.all(Array.from({ length: 61 }, () => backend.take([axis("race", 60)], 9)));
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(60);
  });
}

test("memory is always ready", async () => {
  expect(await createMemoryBurst().isReady()).toBe(true);
});
proveAllOrNothing(createMemoryBurst);

describeWithRedis("on a real Redis", () => {
  const redis = useTestRedis();
  /** Sixty at once take a slow machine longer than the service waits. */
  const open = () => createRedisBurst(redis.url, redis.token, 120_000);
  proveAllOrNothing(open);

  test("two processes share the counts, and the counts end with their window", async () => {
    const [one, two] = [open(), open()];
    await one.take([axis("shared", 5)], 3);
    expect(await two.take([axis("shared", 5)], 3)).toEqual({ allowed: true, used: [2] });
    expect(await redis.client.ttl("svc:burst:3:shared")).toBeGreaterThan(0);
  });

  test("a hanging or missing backend refuses every request", async () => {
    expect(await open().isReady()).toBe(true);
    const backend = createRedisBurst(redis.url, redis.token);
    redis.hang();
    await expect(backend.take([axis("hung", 5)], 1)).rejects.toThrow();
    redis.resume();
    await redis.kill();
    await expect(backend.take([axis("gone", 5)], 1)).rejects.toThrow();
    await expect(backend.isReady()).rejects.toThrow();
  });
});
