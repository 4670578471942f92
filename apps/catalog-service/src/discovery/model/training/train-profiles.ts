import { LinearModel } from "../linear/linear-model.ts";
import { type Material, trainLinear } from "../linear/train-linear.ts";
import { Profile, ProfileCollector, type ProfiledTitles } from "../neighbors/profiles.ts";

/** A model is sure of the titles it learned, so each half of them is profiled by one that learned the other half. */
const parts = 2;

/**
 * Profiles the first `titleCount` rows (of an even sample of them, above `maxTitles`); further rows, which are no titles, only teach.
 */
export function trainProfiles(material: Material, titleCount: number, maxTitles = 50_000): ProfiledTitles {
  const { set } = material;
  const rows = Uint32Array.from(set.titles.keys());
  const step = Math.max(1, Math.ceil(titleCount / maxTitles));
  const collector = new ProfileCollector();
  const profile = new Profile();
  for (let part = 0; part < parts; part++) {
    const isAsked = (row: number) => row < titleCount && row % parts === part;
    const model = new LinearModel(
      trainLinear(
        material,
        rows.filter((row) => !isAsked(row)),
      ),
    );
    for (const row of rows) {
      if (!isAsked(row) || Math.floor(row / parts) % step !== 0) continue;
      const scores = model.score(set.titles[row] ?? "");
      if (scores === undefined) continue;
      profile.fill(scores);
      collector.add(set.labels[row] ?? 0, profile);
    }
  }
  return collector.pack();
}
