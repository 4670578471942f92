import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "@marketplace/server";
import { startApp } from "@marketplace/testkit";
import { expect, test } from "vitest";
import { createHome } from "./home-world.ts";

// It stands still: nothing under way has had its time.
const home = createHome({ ...systemClock, monotonicMs: () => 0 });
const http = startApp(home.handle);

test("work on the state waits for requests and for work of the lab that are under way", async () => {
  const done: string[] = [];
  const [asked, answer, minted] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  home.open(async (_req, res) => {
    asked?.resolve();
    await answer?.promise;
    done.push("answered");
    res.end();
  }, []);
  const request = http.get("/x");
  const mint = home.withDue(async () => {
    await minted?.promise;
    done.push("minted");
  });
  await asked?.promise;
  const copy = home.exclusively(async () => void done.push("copied"));
  await Promise.race([copy, delay(400)]);
  expect(done).toEqual([]);
  answer?.resolve();
  await request;
  await Promise.race([copy, delay(400)]);
  expect(done).toEqual(["answered"]);
  minted?.resolve();
  await Promise.all([copy, mint]);
  expect(done).toEqual(["answered", "minted", "copied"]);
});

test("requests and work of the lab that come meanwhile wait for it, and meet the product that is open then", async () => {
  const done: string[] = [];
  home.open((_req, res) => void res.end("before"), []);
  const exchanged = Promise.withResolvers<void>();
  const reset = home.exclusively(async () => {
    await exchanged.promise;
    home.open((_req, res) => void res.end("after"), []);
    done.push("reset");
  });
  const mint = home.withDue(async () => void done.push("minted"));
  const request = http.get("/x");
  await delay(50);
  exchanged.resolve();
  await Promise.all([reset, mint]);
  expect((await request).text).toBe("after");
  expect(done).toEqual(["reset", "minted"]);
});
