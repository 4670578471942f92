const hours = Array.from({ length: 25 }, (_, hour) => hour);

/** What every seller may choose from. The validation of both PUT bodies has the same limits. */
export const availables = {
  cutoff: hours,
  capacity: [5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000],
  capacity_range: { from: 1, to: 10_000 },
  transit_time: [2, 4, 6, 8, 12, 24],
  ranges: hours,
  radius_range: { from: 1, to: 30 },
  // Delivery of the `accurate` kind is not offered.
  accurate_ranges: [],
};
