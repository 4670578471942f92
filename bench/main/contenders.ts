import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseName } from "@marketplace/database";
import { type Answer, successOf } from "./answer.ts";
import { type Baseline, startBare } from "./baselines/bare.ts";
import { startChain } from "./baselines/chain.ts";
import { startNginx } from "./baselines/nginx.ts";
import { startPg } from "./baselines/pg.ts";
import { startPrism } from "./baselines/prism.ts";
import { type Contender, httpContender } from "./http-contender.ts";
import type { Product, Shape } from "./product.ts";
import { cpuOf } from "./sample.ts";
import type { Workload } from "./workloads/workloads.ts";

export type Products = Readonly<Record<Shape, Product>>;

/** The contenders on one path; `close` stops the baselines. */
export interface Contenders {
  limit: Contender;
  others: Contender[];
  close(): Promise<void>;
}

interface Setting {
  products: Products;
  /** For files. */
  folder: string;
  say(line: string): void;
}

/** Paths that are measured in both shapes of the product. */
const inBothShapes = new Set(["category", "item"]);

/** Starts what the product is measured against on a path. */
export async function startContenders(workload: Workload, setting: Setting): Promise<Contenders> {
  const stops: (() => Promise<void>)[] = [];
  const started = <T extends { stop(): Promise<void> }>(one: T): T => {
    stops.push(one.stop);
    return one;
  };
  const close = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  try {
    const { products } = setting;
    const shapes: Shape[] = inBothShapes.has(workload.name) ? ["one process", "split"] : ["one process"];
    const others = shapes.map((shape) => ofProduct(products[shape], shape, workload));
    if (workload.name === "ask")
      return { limit: started(await startPg(products["one process"])), others, close };
    const bare = started(await startBare(await sampleAnswers(products["one process"], workload)));
    if (workload.name === "category") others.push(...(await rivals({ workload, bare, setting, started })));
    return { limit: ofBaseline("bare node:http", bare, workload), others, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const sampleCount = 64;

/** Answers to requests from everywhere in the list, so that their sizes are those of the whole workload. */
async function sampleAnswers({ url }: Product, { requests }: Workload): Promise<Answer[]> {
  const every = Math.max(1, Math.floor(requests.length / sampleCount));
  const answers: Answer[] = [];
  for (const request of requests.filter((_, index) => index % every === 0))
    answers.push(await successOf(url, request));
  return answers;
}

const ofProduct = ({ url, pid, cpu }: Product, name: string, { requests }: Workload): Contender =>
  httpContender({ name, url, pids: [pid], requests, cpu });

const ofBaseline = (name: string, { url, pids }: Baseline, { requests }: Workload): Contender => {
  const [first] = pids;
  const cpu = () => cpuOf(pids, (command, pid) => pid === first || command.startsWith("nginx"));
  return httpContender({ name, url, pids, requests, cpu });
};

interface RivalOptions {
  workload: Workload;
  bare: Baseline;
  setting: Setting;
  started: (baseline: Baseline) => Baseline;
}

/** What else one could put in the product's place; what cannot be started is left out, with a word. */
async function rivals({ workload, bare, setting, started }: RivalOptions): Promise<Contender[]> {
  const { products, folder, say } = setting;
  const product = products["one process"];
  const found: Contender[] = [];
  const nginx = await startNginx(bare.url);
  if (nginx) found.push(ofBaseline("nginx before bare", withUpstream(started(nginx), bare), workload));
  else say("nginx is not installed: left out");
  found.push(
    ofBaseline(
      "Express chain",
      started(await startChain((service) => product.databaseUrl(databaseName(service)))),
      workload,
    ),
  );
  const document = join(folder, "openapi.json");
  writeFileSync(document, (await successOf(product.url, openApi)).body);
  const prism = await startPrism(document).catch((error: unknown) => {
    say(`Prism cannot be started (${error instanceof Error ? error.message : error}): left out`);
  });
  if (prism) found.push(ofBaseline("Prism", started(prism), workload));
  return found;
}

const openApi = { method: "GET", path: "/openapi.json", headers: {} } as const;
const withUpstream = (proxy: Baseline, { pids }: Baseline): Baseline => ({
  ...proxy,
  pids: [...proxy.pids, ...pids],
});
