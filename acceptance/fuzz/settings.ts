const whole = (name: string, fallback: number): number => {
  const text = process.env[name];
  if (!text) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number`);
  return Number(text);
};

/** `FUZZ_REQUESTS`, `FUZZ_SEQUENCES` and `FUZZ_SEED`; a run without a seed chooses one and prints it. */
export const fuzzing = {
  requests: whole("FUZZ_REQUESTS", 6_000),
  sequences: whole("FUZZ_SEQUENCES", 25),
  seed: whole("FUZZ_SEED", Date.now() % 1_000_000_000),
};
