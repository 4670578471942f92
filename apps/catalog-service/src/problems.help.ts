import type { HelpFor } from "@marketplace/conventions";
import type { problems } from "./problems.ts";

/** Why each error of this service is answered, and what to do about it. */
export const problemHelp: HelpFor<typeof problems> = {
  site_not_found: {
    why: "No site has this id.",
    remedy: "Use an id of `GET /sites`, in capitals, such as `MLA`.",
  },
  category_not_found: {
    why: "No category has this id, or it was retired.",
    remedy: "Find one below `GET /sites/{site}/categories`, or let `domain_discovery/search` predict it.",
  },
  currency_not_found: {
    why: "No currency has this id.",
    remedy: "Use an id of `GET /currencies`, such as `ARS`.",
  },
  item_not_found: {
    why: "No item has this id.",
    remedy:
      "Check the id: that of a site, then digits, without a hyphen. Search finds those that are active.",
  },
  description_not_found: {
    why: "The item has no description.",
    remedy: "Its seller adds one with `POST /items/{id}/description`.",
  },
  picture_file_required: {
    why: "The form has no part `file`.",
    remedy: "Send `multipart/form-data` with the picture in the field `file`.",
  },
  one_picture_only: {
    why: "The form has several files.",
    remedy: "Send a request for each picture.",
  },
  picture_form_broken: {
    why: "The multipart body cannot be read.",
    remedy: "Let a library write the body, and do not set Content-Type by hand: it needs the boundary.",
  },
  picture_type_not_allowed: {
    why: "The file is neither a JPG nor a PNG. Its bytes decide, not its name.",
    remedy: "Convert it, and send it again.",
  },
  picture_unreadable: {
    why: "The file begins like a picture, but cannot be decoded.",
    remedy: "Open and save it with an image program, and send the result.",
  },
  picture_too_large: {
    why: "The picture has more pixels than the product decodes.",
    remedy: "Make it smaller; 1200 pixels on the longer side show all that is shown.",
  },
  picture_lost: {
    why: "The picture is known, but the object store does not have its file.",
    remedy:
      "Upload it again. Operators find out whether the store was restored to another moment than the database.",
  },
  range_not_satisfiable: {
    why: "The header `Range` begins after the end of the file.",
    remedy: "Ask for a range within the size that `Content-Range` says, or leave the header out.",
  },
  picture_not_found: {
    why: "No picture has this id.",
    remedy: "Use the id that its upload answered with.",
  },
  variation_not_found: {
    why: "The item has no variation of this id.",
    remedy: "Read the item's variations; their ids change when a variation is deleted and made again.",
  },
  listing_type_not_found: {
    why: "The site has no listing type of this id.",
    remedy: "Use one of `GET /sites/{site}/listing_types`.",
  },
  user_not_found: {
    why: "No user has this id.",
    remedy: "Use the id of `GET /users/me`, or a seller's of an item.",
  },
  others_listing_types: {
    why: "The listing types that a user has left are theirs only.",
    remedy: "Ask with a token of that user.",
  },
  unable_to_list: {
    why: "The seller may not list now: their user is restricted.",
    remedy: "`GET /users/me` says why, below `status.list`. Operators lift the restriction.",
  },
  relist_invalid: {
    why: "Only a closed item can be relisted, once, and within 60 days. `cause` says what stands against it.",
    remedy: "Mend what `cause` names, or list a new item.",
  },
  visited_item_not_found: {
    why: "No item has this id, so that nobody can have visited it.",
    remedy: "Check the id.",
  },
  too_many_visit_items: {
    why: "Visits are counted for one item a request.",
    remedy: "Send a request for each item.",
  },
  unknown_date_format: {
    why: "A date of the query is not one that is understood.",
    remedy: "Send ISO 8601, such as `2026-03-31T00:00:00Z`.",
  },
  invalid_time_window: {
    why: "The days asked for are more than visits are kept for.",
    remedy: "Ask for at most 150 days.",
  },
  others_visits: {
    why: "Visits of a seller's items are theirs to read.",
    remedy: "Ask with a token of that seller.",
  },
  others_items: {
    why: "The list of all items of a user, closed ones too, is theirs to read.",
    remedy: "Ask with a token of that user, or search the site by `seller_id`, which finds active items.",
  },
  domain_not_found: {
    why: "No values are counted for a domain of this id.",
    remedy: "Use the `domain_id` of a category's settings.",
  },
  attribute_not_found: {
    why: "The domain has no such attribute, or nobody has filled it.",
    remedy: "Use an id of `GET /categories/{id}/attributes`.",
  },
  tree_operators_only: {
    why: "The category tree is the marketplace's, not a seller's.",
    remedy: "Use a token of an operator.",
  },
  category_exists: {
    why: "The id that the new category asks for is taken.",
    remedy: "Choose another id, or leave it out.",
  },
  category_retired: {
    why: "The category was retired, so that it takes no change.",
    remedy: "Bring it back with `POST /categories` and its id.",
  },
  category_has_children: {
    why: "A category with categories below it cannot be retired.",
    remedy: "Retire or move those first.",
  },
  category_has_items: {
    why: "Active items are listed in the category.",
    remedy: "Have them closed, or moved to another category, first.",
  },
  category_attribute_not_found: {
    why: "The category has no such attribute.",
    remedy: "Read those it has with `GET /categories/{id}/attributes`.",
  },
  attribute_of_every_category: {
    why: "The attribute is part of all categories, so that one of them can neither add nor remove it.",
    remedy: "Leave it as it is.",
  },
  category_attribute_exists: {
    why: "The category has an attribute of this id.",
    remedy: "Change it with PUT in place of adding it.",
  },
  not_item_owner: {
    why: "Only the seller of an item changes it.",
    remedy: "Use a token of the item's seller.",
  },
  operators_only: {
    why: "The status `under_review` is set and lifted by the marketplace.",
    remedy: "Use a token of an operator; sellers pause or close an item.",
  },
  search_not_ready: {
    why: "The process has just started and reads the items into its search index.",
    remedy: "Repeat it after the seconds of `Retry-After`.",
  },
  validation_error: {
    why: "The item breaks rules of its category or its listing type. Each is an entry of `cause`, with a number.",
    remedy:
      "Mend the entries of type `error`; those of type `warning` do not keep the item from being listed.",
  },
};
