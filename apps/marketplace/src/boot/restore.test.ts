import { PromotionUnfinished } from "@marketplace/sandbox";
import { expect, test } from "vitest";
import { restore } from "./restore.ts";

/** Restores once; says what was done, in order. */
async function restored(exchange: () => Promise<void>, reopen: () => Promise<void>) {
  const done: string[] = [];
  const outcome = restore(
    async () => {
      done.push("exchange");
      await exchange();
    },
    {
      async reopen() {
        done.push("reopen");
        await reopen();
      },
      giveUp: ({ message }) => void done.push(`give up: ${message}`),
    },
  );
  const failure = await outcome.then(
    () => undefined,
    ({ message }: Error) => message,
  );
  return { done, failure };
}

const works = async () => {};
const fails = (error: Error) => () => Promise.reject(error);
const full = new Error("the disk is full");

test("services are opened again after the exchange, whether it succeeds or changes nothing", async () => {
  expect(await restored(works, works)).toEqual({ done: ["exchange", "reopen"], failure: undefined });
  expect(await restored(fails(full), works)).toEqual({ done: ["exchange", "reopen"], failure: full.message });
});

test("a product whose state is half exchanged is given up, its services closed", async () => {
  const unfinished = new PromotionUnfinished("cut short");
  expect(await restored(fails(unfinished), works)).toEqual({
    done: ["exchange", "give up: cut short"],
    failure: "cut short",
  });
});

test.each([
  ["succeeded", works, "a reset"],
  ["failed", fails(full), "a reset that failed (the disk is full)"],
])("a product whose services do not open again is given up: the exchange %s", async (_, exchange, which) => {
  const notOpened = `the services could not be opened again after ${which}`;
  expect(await restored(exchange, fails(new Error("no connection")))).toEqual({
    done: ["exchange", "reopen", `give up: ${notOpened}`],
    failure: notOpened,
  });
});
