-- Trusted extensions: the database's owner may create them.
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE SEQUENCE item_numbers START WITH 1400000019;

-- CreateTable
CREATE TABLE "categories" (
    "id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "picture" TEXT,
    "permalink" TEXT,
    "parent_id" TEXT,
    "position" INTEGER NOT NULL,
    "path" TEXT[],
    "path_from_root" JSON NOT NULL,
    "is_leaf" BOOLEAN NOT NULL,
    "settings" JSON NOT NULL,
    "attributes" JSON NOT NULL,
    "attribute_types" TEXT NOT NULL,
    "meta_categ_id" TEXT,
    "attributable" BOOLEAN NOT NULL,
    "date_created" TIMESTAMPTZ(3) NOT NULL,
    "domain_id" TEXT,
    "domain_name" TEXT,
    "logistics" JSON NOT NULL,
    "flex_opt_in_only" BOOLEAN NOT NULL DEFAULT false,
    "retired" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_attributes" (
    "site_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "site_attributes_pkey" PRIMARY KEY ("site_id","id")
);

-- CreateTable
CREATE TABLE "site_attribute_values" (
    "site_id" TEXT NOT NULL,
    "attribute_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "site_attribute_values_pkey" PRIMARY KEY ("site_id","attribute_id","id")
);

-- CreateTable
CREATE TABLE "tree_dumps" (
    "site_id" TEXT NOT NULL,
    "with_attributes" BOOLEAN NOT NULL,
    "body" BYTEA NOT NULL,
    "md5" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tree_dumps_pkey" PRIMARY KEY ("site_id","with_attributes")
);

-- CreateTable
CREATE TABLE "items" (
    "id" TEXT NOT NULL,
    "no" BIGINT NOT NULL,
    "site_id" TEXT NOT NULL,
    "seller_id" BIGINT NOT NULL,
    "category_id" TEXT NOT NULL,
    "domain_id" TEXT,
    "title" TEXT NOT NULL,
    "price" DECIMAL(18,2),
    "currency_id" TEXT NOT NULL,
    "initial_quantity" INTEGER NOT NULL,
    "available_quantity" INTEGER NOT NULL,
    "sold_quantity" INTEGER NOT NULL DEFAULT 0,
    "buying_mode" TEXT NOT NULL,
    "listing_type_id" TEXT NOT NULL,
    "condition" TEXT NOT NULL,
    "pictures" JSONB NOT NULL,
    "attributes" JSONB NOT NULL,
    "description" TEXT NOT NULL,
    "video_id" TEXT,
    "shipping_mode" TEXT NOT NULL,
    "logistic_type" TEXT NOT NULL,
    "free_shipping" BOOLEAN NOT NULL,
    "local_pick_up" BOOLEAN NOT NULL DEFAULT false,
    "shipping_tags" TEXT[],
    "status" TEXT NOT NULL,
    "date_created" TIMESTAMPTZ(3) NOT NULL,
    "last_updated" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listings" (
    "no" BIGINT NOT NULL,
    "site_id" TEXT NOT NULL,
    "seller_id" BIGINT NOT NULL,
    "category_id" TEXT NOT NULL,
    "price" DECIMAL(18,2),
    "keys" TEXT[],
    "words" tsvector NOT NULL,

    CONSTRAINT "listings_pkey" PRIMARY KEY ("no")
);

-- CreateTable
CREATE TABLE "search_words" (
    "site_id" TEXT NOT NULL,
    "word" TEXT NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("site_id","word")
);

-- CreateTable
CREATE TABLE "stock_reservations" (
    "purchase_key" TEXT NOT NULL,
    "lines" JSONB NOT NULL,
    "answer" JSONB NOT NULL,
    "taken" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "returned_at" TIMESTAMPTZ(3),

    CONSTRAINT "stock_reservations_pkey" PRIMARY KEY ("purchase_key")
);

-- CreateTable
CREATE TABLE "item_closings" (
    "item_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "item_closings_pkey" PRIMARY KEY ("item_id")
);

-- CreateIndex
CREATE INDEX "categories_site_id_parent_id_position_idx" ON "categories"("site_id", "parent_id", "position");

-- CreateIndex
CREATE INDEX "categories_domain_id_idx" ON "categories"("domain_id");

-- CreateIndex
CREATE UNIQUE INDEX "items_no_key" ON "items"("no");

-- CreateIndex
CREATE INDEX "items_seller_id_status_idx" ON "items"("seller_id", "status");

-- CreateIndex
CREATE INDEX "items_category_id_idx" ON "items"("category_id");

-- CreateIndex
CREATE INDEX "items_domain_id_date_created_idx" ON "items"("domain_id", "date_created");

-- CreateIndex
CREATE INDEX "listings_keys_idx" ON "listings" USING GIN ("keys");

-- CreateIndex
CREATE INDEX "listings_words_idx" ON "listings" USING GIN ("words");

-- CreateIndex
CREATE INDEX "listings_site_id_price_no_idx" ON "listings"("site_id", "price", "no");

-- CreateIndex
CREATE INDEX "listings_site_id_category_id_idx" ON "listings"("site_id", "category_id");

-- CreateIndex
CREATE INDEX "listings_seller_id_no_idx" ON "listings"("seller_id", "no");

-- CreateIndex
CREATE INDEX "search_words_word_idx" ON "search_words" USING GIN ("word" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "items" ADD CONSTRAINT "items_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;



-- Text search in the sites' languages, accents folded before stemming.
CREATE TEXT SEARCH CONFIGURATION marketplace_es (COPY = spanish);
ALTER TEXT SEARCH CONFIGURATION marketplace_es
  ALTER MAPPING FOR hword, hword_part, word WITH unaccent, spanish_stem;
CREATE TEXT SEARCH CONFIGURATION marketplace_pt (COPY = portuguese);
ALTER TEXT SEARCH CONFIGURATION marketplace_pt
  ALTER MAPPING FOR hword, hword_part, word WITH unaccent, portuguese_stem;
-- Whole words, for the dictionary of spellings.
CREATE TEXT SEARCH CONFIGURATION marketplace_words (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION marketplace_words
  ALTER MAPPING FOR hword, hword_part, word WITH unaccent, simple;

CREATE FUNCTION search_config(site text) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN site = 'MLB' THEN 'marketplace_pt'::regconfig ELSE 'marketplace_es'::regconfig END;

-- Weights: title A, brand and model B, other attribute values C, the category's name D.
CREATE FUNCTION listing_words(site text, title text, attributes jsonb, category text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE
RETURN setweight(to_tsvector(search_config(site), title), 'A')
  || setweight(to_tsvector(search_config(site), coalesce((
       SELECT string_agg(a ->> 'value_name', ' ') FROM jsonb_array_elements(attributes) a
       WHERE a ->> 'id' IN ('BRAND', 'MODEL')), '')), 'B')
  || setweight(to_tsvector(search_config(site), coalesce((
       SELECT string_agg(a ->> 'value_name', ' ') FROM jsonb_array_elements(attributes) a
       WHERE a ->> 'id' NOT IN ('BRAND', 'MODEL')), '')), 'C')
  || setweight(to_tsvector(search_config(site), category), 'D');

CREATE FUNCTION listing_keys(i items, path text[]) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY['site=' || i.site_id, 'condition=' || i.condition]
  || CASE WHEN i.free_shipping THEN ARRAY['shipping=free'] ELSE ARRAY[]::text[] END
  || (SELECT coalesce(array_agg('category=' || c), ARRAY[]::text[]) FROM unnest(path) c)
  || (SELECT coalesce(array_agg(DISTINCT (a ->> 'id') || '=' || (a ->> 'value_id')), ARRAY[]::text[])
      FROM jsonb_array_elements(i.attributes) a WHERE a ->> 'value_id' IS NOT NULL);

-- Lists the given items anew, and drops those that are not active.
CREATE FUNCTION list_items(numbers bigint[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM listings l USING items i WHERE l.no = i.no AND i.no = ANY (numbers) AND i.status <> 'active';
  INSERT INTO listings (no, site_id, seller_id, category_id, price, keys, words)
    SELECT i.no, i.site_id, i.seller_id, i.category_id, i.price, listing_keys(i, c.path),
           listing_words(i.site_id, i.title, i.attributes, c.name)
    FROM items i JOIN categories c ON c.id = i.category_id
    WHERE i.no = ANY (numbers) AND i.status = 'active'
    ORDER BY i.no
    ON CONFLICT (no) DO UPDATE SET category_id = excluded.category_id, price = excluded.price,
      keys = excluded.keys, words = excluded.words;
  -- In order, so that two sellers with the same new words cannot deadlock.
  INSERT INTO search_words (site_id, word)
    SELECT DISTINCT i.site_id, w.word
    FROM items i, unnest(tsvector_to_array(to_tsvector('marketplace_words', i.title))) w(word)
    WHERE i.no = ANY (numbers) AND i.status = 'active' AND length(w.word) BETWEEN 4 AND 40 AND w.word ~ '[a-z]{3}'
    ORDER BY 1, 2
    ON CONFLICT DO NOTHING;
$$;

CREATE FUNCTION list_inserted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_items(ARRAY(SELECT no FROM new_items WHERE status = 'active'));
  RETURN NULL;
END $$;

-- Stock and dates are not searched: a sale does not touch the indexes.
CREATE FUNCTION list_updated_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_items(numbers) FROM (
    SELECT ARRAY(
      SELECT n.no FROM new_items n JOIN old_items o USING (id)
      WHERE (n.status, n.title, n.price, n.condition, n.free_shipping, n.category_id, n.attributes)
        IS DISTINCT FROM (o.status, o.title, o.price, o.condition, o.free_shipping, o.category_id, o.attributes)
    ) AS numbers) changed
  WHERE cardinality(numbers) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION unlist_deleted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listings l USING old_items o WHERE l.no = o.no;
  RETURN NULL;
END $$;

CREATE TRIGGER items_inserted AFTER INSERT ON items REFERENCING NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION list_inserted_items();
CREATE TRIGGER items_updated AFTER UPDATE ON items REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION list_updated_items();
CREATE TRIGGER items_deleted AFTER DELETE ON items REFERENCING OLD TABLE AS old_items
  FOR EACH STATEMENT EXECUTE FUNCTION unlist_deleted_items();
