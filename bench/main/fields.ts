import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseName } from "@marketplace/database";
import { successOf } from "./answer.ts";
import { type Baseline, startBare } from "./baselines/bare.ts";
import { startChain } from "./baselines/chain.ts";
import { startNginx } from "./baselines/nginx.ts";
import { startPg } from "./baselines/pg.ts";
import { startPrism } from "./baselines/prism.ts";
import { answering, type Contender } from "./contender.ts";
import type { Product, Shape } from "./product.ts";
import type { Asked } from "./requests.ts";
import { cpuOf } from "./sample.ts";

export type Products = Readonly<Record<Shape, Product>>;

/** The contenders on one path; `close` stops the baselines. */
export interface Contest {
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
export async function contestOf(asked: Asked, setting: Setting): Promise<Contest> {
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
    const shapes: Shape[] = inBothShapes.has(asked.name) ? ["one process", "split"] : ["one process"];
    const others = shapes.map((shape) => ofProduct(products[shape], shape, asked));
    if (asked.name === "ask")
      return { limit: started(await startPg(products["one process"])), others, close };
    const bare = started(await startBare(await sampleAnswer(products["one process"], asked)));
    if (asked.name === "category") others.push(...(await rivals({ asked, bare, setting, started })));
    return { limit: ofBaseline("bare node:http", bare, asked), others, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const sampleAnswer = ({ url }: Product, { requests: [first] }: Asked) => {
  if (!first) throw new Error("there is nothing to ask");
  return successOf(url, first);
};

const ofProduct = ({ url, pid, cpu }: Product, name: string, { requests }: Asked): Contender =>
  answering({ name, url, pids: [pid], requests, cpu });

const ofBaseline = (name: string, { url, pids }: Baseline, { requests }: Asked): Contender => {
  const [first] = pids;
  const cpu = () => cpuOf(pids, (command, pid) => pid === first || command.startsWith("nginx"));
  return answering({ name, url, pids, requests, cpu });
};

interface Rivalry {
  asked: Asked;
  bare: Baseline;
  setting: Setting;
  started: (baseline: Baseline) => Baseline;
}

/** What else one could put in the product's place; what cannot be started is left out, with a word. */
async function rivals({ asked, bare, setting, started }: Rivalry): Promise<Contender[]> {
  const { products, folder, say } = setting;
  const product = products["one process"];
  const found: Contender[] = [];
  const nginx = await startNginx(bare.url);
  if (nginx) found.push(ofBaseline("nginx before bare", withUpstream(started(nginx), bare), asked));
  else say("nginx is not installed: left out");
  found.push(
    ofBaseline(
      "Express chain",
      started(await startChain((service) => product.databaseUrl(databaseName(service)))),
      asked,
    ),
  );
  const document = join(folder, "openapi.json");
  writeFileSync(document, (await successOf(product.url, openApi)).body);
  const prism = await startPrism(document).catch((error: unknown) => {
    say(`Prism cannot be started (${error instanceof Error ? error.message : error}): left out`);
  });
  if (prism) found.push(ofBaseline("Prism", started(prism), asked));
  return found;
}

const openApi = { method: "GET", path: "/openapi.json", headers: {} } as const;
const withUpstream = (proxy: Baseline, { pids }: Baseline): Baseline => ({
  ...proxy,
  pids: [...proxy.pids, ...pids],
});
