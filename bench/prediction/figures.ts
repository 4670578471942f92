export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0;
}

/** The mean of each figure over the records, which have the same figures. */
export function meansOf<Figures extends object>(records: readonly Figures[]): Figures {
  const [first] = records;
  if (!first) throw new Error("there is nothing to average");
  const means = Object.keys(first).map((name) => {
    const sum = records.reduce((total, record) => total + Number(record[name as keyof Figures]), 0);
    return [name, sum / records.length];
  });
  // The names are those of the first record.
  return Object.fromEntries(means) as Figures;
}
