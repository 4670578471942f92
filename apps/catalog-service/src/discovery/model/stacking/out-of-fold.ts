import { LinearModel } from "../linear/linear-model.ts";
import { type Material, trainLinear } from "../linear/train-linear.ts";
import { Profile, ProfileCollector, type ProfiledTitles } from "./score-profiles.ts";

/** A model is overconfident about its training titles: each half is scored by a model of the other half. */
const foldCount = 2;

interface ProfileOptions {
  maxTitles?: number;
  /** Called with the share that is done, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Out-of-fold profiles of the first `titleCount` rows, or of an even sample of `maxTitles`. The rows after
 * them are category names, which only train.
 */
export function outOfFoldProfiles(
  material: Material,
  titleCount: number,
  { maxTitles = 50_000, onProgress = () => {} }: ProfileOptions = {},
): ProfiledTitles {
  const { set } = material;
  const rows = Uint32Array.from(set.titles.keys());
  const step = Math.max(1, Math.ceil(titleCount / maxTitles));
  const collector = new ProfileCollector();
  const profile = new Profile();
  for (let fold = 0; fold < foldCount; fold++) {
    const isHeldOut = (row: number) => row < titleCount && row % foldCount === fold;
    const model = new LinearModel(
      trainLinear(
        material,
        rows.filter((row) => !isHeldOut(row)),
        (share) => onProgress((fold + share) / foldCount),
      ),
    );
    for (const row of rows) {
      if (!isHeldOut(row) || Math.floor(row / foldCount) % step !== 0) continue;
      const scores = model.score(set.titles[row] ?? "");
      if (scores === undefined) continue;
      collector.add(set.labels[row] ?? 0, profile.fill(scores));
    }
  }
  return collector.pack();
}
