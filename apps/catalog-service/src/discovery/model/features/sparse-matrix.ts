import type { TfIdfVectorizer } from "./tf-idf.ts";

/** Compressed sparse rows (CSR): title i is `ids` and `values` from `starts[i]` to `starts[i + 1]`. */
export interface TitleMatrix {
  rowCount: number;
  featureCount: number;
  starts: Uint32Array;
  ids: Uint32Array;
  values: Float32Array;
}

/** Vectorizes the titles; rows are in the titles' order. */
export function buildMatrix(titles: readonly string[], vectorizer: TfIdfVectorizer): TitleMatrix {
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
  return { rowCount: titles.length, featureCount: vectorizer.featureCount, starts, ids, values };
}

/** Selects columns: the same rows with the given features only, renumbered by their index in `features`. */
export function withFeatures(matrix: TitleMatrix, features: Uint32Array): TitleMatrix {
  const { rowCount, featureCount } = matrix;
  const places = new Int32Array(featureCount).fill(-1);
  features.forEach((feature, place) => {
    places[feature] = place;
  });
  const starts = new Uint32Array(rowCount + 1);
  const size = matrix.starts[rowCount] ?? 0;
  const ids = new Uint32Array(size);
  const values = new Float32Array(size);
  let count = 0;
  for (let row = 0; row < rowCount; row++) {
    const end = matrix.starts[row + 1] ?? 0;
    for (let i = matrix.starts[row] ?? 0; i < end; i++) {
      const place = places[matrix.ids[i] ?? 0] ?? -1;
      if (place < 0) continue;
      ids[count] = place;
      values[count] = matrix.values[i] ?? 0;
      count++;
    }
    starts[row + 1] = count;
  }
  return { rowCount, featureCount: features.length, starts, ids, values };
}

/** The rows of the first matrix, then those of the second, which has the same features. */
export function joinRows(first: TitleMatrix, second: TitleMatrix): TitleMatrix {
  const offset = first.starts[first.rowCount] ?? 0;
  const total = offset + (second.starts[second.rowCount] ?? 0);
  const starts = new Uint32Array(first.rowCount + second.rowCount + 1);
  starts.set(first.starts);
  second.starts.forEach((start, row) => {
    starts[first.rowCount + row] = offset + start;
  });
  const ids = new Uint32Array(total);
  ids.set(first.ids.subarray(0, offset));
  ids.set(second.ids.subarray(0, total - offset), offset);
  const values = new Float32Array(total);
  values.set(first.values.subarray(0, offset));
  values.set(second.values.subarray(0, total - offset), offset);
  return { rowCount: starts.length - 1, featureCount: first.featureCount, starts, ids, values };
}

function grown<Numbers extends Uint32Array | Float32Array>(larger: Numbers, old: Numbers): Numbers {
  larger.set(old);
  return larger;
}
