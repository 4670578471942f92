/** One way in which the rows and the store disagree. */
export type Difference =
  /** No document and not the sweep know the object. Mending gives it to the sweep. */
  | { kind: "stray_object"; key: string; size: number }
  /** The object is gone or has another size. Mending removes the row: the seller can upload again. */
  | { kind: "lost_document"; id: string; packId: number; filename: string; key: string };
