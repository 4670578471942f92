import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { maxOwnTags, sellerTags } from "./own-tags.rules.ts";

const text = (max: number) => z.string().max(max);
const optionalText = (max: number) => text(max).nullish();

const maxTags = 100;

const Place = z.strictObject({ id: optionalText(100), name: optionalText(255) });

const Location = z.strictObject({
  address_line: optionalText(500),
  zip_code: optionalText(20),
  neighborhood: Place.nullish(),
  city: Place.nullish(),
  state: Place.nullish(),
  country: Place.nullish(),
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  open_hours: optionalText(255),
});

const Method = z.strictObject({
  id: z.int(),
  rule: z
    .strictObject({
      default: z.boolean().optional(),
      free_mode: text(40).optional(),
      free_shipping_flag: z.boolean().optional(),
      value: z.union([z.number(), text(100), z.array(text(100)).max(50)]).nullish(),
    })
    .optional(),
});

const Cost = z.strictObject({
  description: text(255).describe("What is paid for"),
  cost: z.number().min(0).max(9_999_999_999_999).describe("Amount, in the currency of the price"),
});

/** Clients send the amount as text too. */
const CostInput = Cost.extend({
  cost: z.union([
    Cost.shape.cost,
    text(20)
      .regex(/^\d{1,13}(\.\d{1,2})?$/, "must be a number")
      .transform(Number),
  ]),
});

/** What sellers say of how an item ships that is stored and answered, and has no effect yet. */
export const storedShipping = {
  store_pick_up: z.boolean().describe("Whether it can be fetched in a store"),
  dimensions: text(60)
    .regex(/^\d{1,6}(\.\d+)?(x\d{1,6}(\.\d+)?){2},\d{1,9}(\.\d+)?$/, "must be HxWxL,g such as 10x20x30,500")
    .nullable()
    .describe("Dimensions of the parcel, HxWxL,g: centimeters and grams"),
  methods: z.array(Method).max(50).describe("Shipping methods of its own"),
  free_methods: z.array(Method).max(50).describe("Shipping methods that the seller pays"),
  costs: z.array(Cost).max(50).describe("Prices of its own shipping"),
};

/** Known fields of an item that are stored and answered, and have no effect yet. */
export const storedFields = {
  subtitle: text(255).nullable().describe("Subtitle"),
  warranty: text(1_000).nullable().describe("Warranty in words; by default that of the terms of sale"),
  official_store_id: z.int().positive().nullable().describe("Official store"),
  catalog_product_id: text(100).nullable().describe("Product of the catalog"),
  catalog_listing: z.boolean().describe("Whether it competes in the catalog"),
  family_name: text(255).nullable().describe("Name that it shares with its variants"),
  accepts_mercadopago: z.boolean().describe("Whether the marketplace's payments are taken"),
  automatic_relist: z.boolean().describe("Whether it is relisted by itself"),
  channels: z.array(text(50)).max(20).describe("Where it is sold"),
  // Those of the service come on top, and are sent back.
  tags: z
    .array(text(100))
    .max(maxTags + maxOwnTags)
    .refine((tags) => sellerTags(tags).length <= maxTags, `may be at most ${maxTags}`)
    .describe("Tags"),
  location: Location.describe("Location of a classified"),
};

const all = z.object({ ...storedFields, ...storedShipping });
export type StoredFields = z.output<typeof all>;

const absent: StoredFields = {
  subtitle: null,
  warranty: null,
  official_store_id: null,
  catalog_product_id: null,
  catalog_listing: false,
  family_name: null,
  accepts_mercadopago: true,
  automatic_relist: false,
  channels: ["marketplace"],
  tags: [],
  location: {},
  store_pick_up: false,
  dimensions: null,
  methods: [],
  free_methods: [],
  costs: [],
};

const partial = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial().shape;
export const storedFieldsInput = partial(storedFields);
export const storedShippingInput = partial({
  ...storedShipping,
  costs: z.array(CostInput).max(50).describe("Prices of its own shipping, numbers or numeric strings"),
});

/** The fields with what is answered where a row has none. */
export const storedFieldsOf = (stored: Partial<StoredFields>): StoredFields => ({ ...absent, ...stored });

type Change = { readonly [Field in keyof StoredFields]?: StoredFields[Field] | undefined };

/** The row's fields after a change: those that differ from what is answered without them. */
export function changedFields(stored: Partial<StoredFields>, change: Change): Partial<StoredFields> {
  const fields = Object.entries(absent).flatMap(([name, without]) => {
    const field = name as keyof StoredFields;
    const value = change[field] === undefined ? stored[field] : change[field];
    return value === undefined || isDeepStrictEqual(value, without) ? [] : [[field, value] as const];
  });
  // Each field has the value of its own name.
  return Object.fromEntries(fields) as Partial<StoredFields>;
}
