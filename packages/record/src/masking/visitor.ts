/** What is done with the values of an exchange: masking them, or learning which ones are personal. */
export interface Visitor {
  /** A value that is masked whole. */
  personal(value: string, path: readonly string[]): string;
  personalNumber(value: number): number;
  text(value: string, path: readonly string[]): string;
}
