-- Search reads an index that follows item_changes: see docs/upgrade.md, this release cannot be rolled. The extensions stay,
-- because another role may own them.
DROP TRIGGER items_inserted ON items;
DROP TRIGGER items_updated ON items;
DROP TRIGGER items_deleted ON items;

DROP TABLE listings;
DROP TABLE category_listings;
DROP TABLE facet_counts;
DROP TABLE search_words;
DROP TABLE relistings;

DROP FUNCTION list_inserted_items();
DROP FUNCTION list_updated_items();
DROP FUNCTION unlist_deleted_items();
DROP FUNCTION count_deleted_listings();
DROP FUNCTION count_inserted_listings();
DROP FUNCTION count_updated_listings();
DROP FUNCTION apply_listing_changes(listing_change[]);
DROP TYPE listing_change;
DROP FUNCTION price_steps();
DROP FUNCTION list_items(bigint[]);
DROP FUNCTION listing_keys(items, text[]);
DROP FUNCTION listing_places(text, bigint, numeric);
DROP FUNCTION listing_words(text, text, jsonb, text);
DROP FUNCTION search_query(text, text);
DROP FUNCTION whole_query(text, text);
DROP FUNCTION whole_words(text, text);
DROP FUNCTION listed_words(text, text);
DROP FUNCTION written_otherwise(text, text);
DROP FUNCTION singular_otherwise(text, text);
DROP FUNCTION search_text(text, text);
DROP FUNCTION search_config(text);
DROP FUNCTION word_by_word(text);

DROP TEXT SEARCH CONFIGURATION marketplace_words;
DROP TEXT SEARCH CONFIGURATION marketplace_es;
DROP TEXT SEARCH CONFIGURATION marketplace_pt;
