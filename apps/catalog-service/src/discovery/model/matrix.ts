import { Vectorizer } from "./vectorizer.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Title vectors row by row: row i is `ids` and `values` from `starts[i]` to `starts[i + 1]`. */
export interface TitleMatrix {
  rowCount: number;
  featureCount: number;
  starts: Uint32Array;
  ids: Uint32Array;
  values: Float32Array;
}

/** Vectorizes all titles into one matrix, the rows in the titles' order. */
export function buildMatrix(titles: readonly string[], vocabulary: Vocabulary): TitleMatrix {
  const vectorizer = new Vectorizer(vocabulary);
  const starts = new Uint32Array(titles.length + 1);
  let ids = new Uint32Array(256 * (titles.length + 1));
  let values = new Float32Array(ids.length);
  titles.forEach((title, row) => {
    vectorizer.vectorize(title);
    const start = starts[row] ?? 0;
    const end = start + vectorizer.size;
    if (end > ids.length) {
      ids = grown(new Uint32Array(2 * end), ids);
      values = grown(new Float32Array(2 * end), values);
    }
    ids.set(vectorizer.ids.subarray(0, vectorizer.size), start);
    values.set(vectorizer.values.subarray(0, vectorizer.size), start);
    starts[row + 1] = end;
  });
  return { rowCount: titles.length, featureCount: vocabulary.hashes.length, starts, ids, values };
}

function grown<Numbers extends Uint32Array | Float32Array>(larger: Numbers, old: Numbers): Numbers {
  larger.set(old);
  return larger;
}
