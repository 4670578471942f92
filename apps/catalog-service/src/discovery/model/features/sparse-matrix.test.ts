import { expect, test } from "vitest";
import { type TitleMatrix, withFeatures } from "./sparse-matrix.ts";

test("selecting features keeps the rows and renumbers the features", () => {
  const matrix: TitleMatrix = {
    rowCount: 3,
    featureCount: 6,
    starts: Uint32Array.of(0, 3, 3, 5),
    ids: Uint32Array.of(0, 2, 5, 1, 4, 99),
    values: Float32Array.of(0.5, 0.25, 0.125, 2, 4, 99),
  };
  const { ids, values, ...rest } = withFeatures(matrix, Uint32Array.of(2, 4, 5));
  expect(rest).toEqual({ rowCount: 3, featureCount: 3, starts: Uint32Array.of(0, 2, 2, 3) });
  expect(ids.subarray(0, 3)).toEqual(Uint32Array.of(0, 2, 1));
  expect(values.subarray(0, 3)).toEqual(Float32Array.of(0.25, 0.125, 4));
});
