import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { LabelledTitle } from "../../apps/catalog-service/src/discovery/model/training-set.ts";
import { hashText } from "./noise.ts";

/** One site's titles, split for measuring. */
export interface TitleSet {
  name: string;
  training: LabelledTitle[];
  heldOut: LabelledTitle[];
}

const fileEnding = ".train.jsonl.gz";

/** Every `*.train.jsonl.gz` of the folder (lines of `{title, category_id}`); throws when there is none. */
export function readTitleSets(folder: string): TitleSet[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(fileEnding));
  if (files.length === 0) throw new Error(`No *${fileEnding} in ${folder}`);
  return files.sort().map((file) => {
    const titles = readTitles(join(folder, file));
    const { training = [], heldOut = [] } = Object.groupBy(titles, partOf);
    return { name: file.slice(0, -fileEnding.length), training, heldOut };
  });
}

function readTitles(path: string): LabelledTitle[] {
  const lines = gunzipSync(readFileSync(path)).toString("utf8").split("\n").filter(Boolean);
  return lines.map((line) => {
    const { title, category_id: categoryId } = JSON.parse(line);
    return { title, categoryId };
  });
}

/** Holds out a fifth, by the title without digits: sizes and counts of one product stay on one side. */
function partOf({ title }: LabelledTitle): "training" | "heldOut" {
  return hashText(title.replace(/\d/g, "")) % 5 === 0 ? "heldOut" : "training";
}
