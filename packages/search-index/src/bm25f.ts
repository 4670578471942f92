/** Parameters of BM25F, which every driver ranks by. */
export const k1 = 1.2;

/** How much a word counts in each field of an item. */
export const fieldWeights = { title: 2, brandAndModel: 1.3, attributes: 0.7, category: 1.2 } as const;

/** `b` of the fields whose length varies with the seller's diligence. The length of others does not count. */
export const lengthNormalization = { title: 0.75, attributes: 0.6 } as const;
