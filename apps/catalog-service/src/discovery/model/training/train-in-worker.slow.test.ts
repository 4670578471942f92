import { readdirSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { expect, test } from "vitest";
import { sampleTitles } from "../sample.fixture.ts";
import { deserializeModel, serializeModel } from "../storage/serialize.ts";
import { train } from "./train.ts";
import { trainInWorker } from "./train-in-worker.ts";

const titles = sampleTitles();

test("a worker trains the same model as the calling thread", async () => {
  const bytes = await trainInWorker(titles);
  expect(Buffer.from(bytes).equals(serializeModel(train(titles)))).toBe(true);
});

test("a linear model is smaller and still classifies", async () => {
  const bytes = await trainInWorker(titles, { linearOnly: true });
  expect(bytes.length).toBeLessThan(serializeModel(train(titles)).length);
  expect(deserializeModel(bytes).predict("Zapatillas")[0]?.categoryId).toBe("shoes");
});

test("titles may come from an asynchronous source, and progress is reported", async () => {
  async function* cursor() {
    yield* titles;
  }
  const progress: number[] = [];
  const bytes = await trainInWorker(cursor(), {
    onProgress: (percent) => progress.push(percent),
    linearOnly: true,
  });
  expect(deserializeModel(bytes).predict("Zapatillas")[0]?.categoryId).toBe("shoes");
  expect(progress).toEqual([25, 50, 75, 100]);
});

test("a source that fails rejects with its error", async () => {
  async function* broken() {
    yield* titles.slice(0, 3);
    throw new Error("cursor lost");
  }
  await expect(trainInWorker(broken())).rejects.toThrow("cursor lost");
});

test("training can be aborted", async () => {
  const control = new AbortController();
  const training = trainInWorker(titles, { signal: control.signal, onProgress: () => control.abort() });
  await expect(training).rejects.toThrow(/abort/i);
});

test.runIf(process.platform === "linux")(
  "on Linux its thread, and only that, lets others go first",
  async () => {
    const before = politeThreads();
    let during = before;
    await trainInWorker(titles, { onProgress: () => (during = politeThreads()), linearOnly: true });
    expect(during).toBe(before + 1);
  },
);

/** The number of threads of this process with lowered priority. */
const politeThreads = (): number =>
  readdirSync("/proc/self/task").filter(
    (thread) => niceOf(Number(thread)) === constants.priority.PRIORITY_BELOW_NORMAL,
  ).length;

function niceOf(thread: number): number | undefined {
  try {
    return getPriority(thread);
  } catch {
    // The thread ended after it was listed.
    return undefined;
  }
}
