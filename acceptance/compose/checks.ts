/** The checks of a run, printed as they are made. */
export class Checks {
  failed = 0;
  passed = 0;
  readonly #began = performance.now();

  section(name: string): void {
    process.stdout.write(`\n== ${name} (${this.#seconds()} s)\n`);
  }

  that(name: string, holds: boolean, note: unknown = ""): void {
    if (holds) this.passed += 1;
    else this.failed += 1;
    const text = typeof note === "string" ? note : JSON.stringify(note);
    process.stdout.write(`${holds ? "ok  " : "FAIL"} ${name}${text && ` (${text.slice(0, 400)})`}\n`);
  }

  end(): boolean {
    process.stdout.write(`\n${this.passed} passed, ${this.failed} failed, ${this.#seconds()} s\n`);
    return this.failed === 0 && this.passed > 0;
  }

  #seconds = (): number => Math.round((performance.now() - this.#began) / 1_000);
}
