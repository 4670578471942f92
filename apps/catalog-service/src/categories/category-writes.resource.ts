import { booleanParam, siteScopedId } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { z } from "zod";
import { operation } from "../kit.ts";
import { problems } from "../problems.ts";
import { CategoryWire } from "./categories.schema.ts";
import { CategoryAttribute } from "./category-attributes.schema.ts";
import { addAttribute, changeAttribute, removeAttribute } from "./category-attributes.service.ts";
import { AttributeChange, CategoryChange, NewAttribute, NewCategory } from "./category-input.schema.ts";
import { changeCategory, createCategory, retireCategory, siteAskedFor } from "./write-categories.service.ts";

const categoryId = siteScopedId("a category").describe("Category id");
const attributeId = z.string().min(1).max(100).describe("Attribute id");
const { tree_operators_only, category_not_found, category_retired } = problems;
const onCategory = [tree_operators_only, category_not_found, category_retired];
const onAttribute = [...onCategory, problems.category_attribute_not_found];
const changes = ["tree"];

/** Changes of single categories, by operators. */
export const categoryWrites = [
  operation({
    id: "createCategory",
    method: "POST",
    path: "/categories",
    summary: "Adds a category, or brings a retired one back (operators)",
    body: NewCategory,
    status: 201,
    creates: true,
    response: CategoryWire,
    errors: [
      tree_operators_only,
      problems.site_not_found,
      problems.category_exists,
      problems.category_has_items,
    ],
    changes,
    site: ({ body }) => siteAskedFor(body),
    handle: ({ body, caller }, deps) => createCategory(body, caller, deps),
  }),
  operation({
    id: "changeCategory",
    method: "PUT",
    path: "/categories/{id}",
    summary: "Changes, renames or moves a category; what is left out stays as it is (operators)",
    example: "/categories/MLA178273",
    params: { id: categoryId },
    body: CategoryChange,
    response: CategoryWire,
    errors: [...onCategory, problems.category_has_items],
    changes,
    site: ({ params }) => siteOfItem(params.id),
    handle: ({ params: { id }, body, caller }, deps) => changeCategory({ id, change: body }, caller, deps),
  }),
  operation({
    id: "retireCategory",
    method: "DELETE",
    path: "/categories/{id}",
    summary: "Takes a category without others below it out of the tree (operators)",
    example: "/categories/MLA178273",
    params: { id: categoryId },
    query: {
      keep_items: booleanParam()
        .default(false)
        .describe("Whether active items may stay in it; otherwise they are a conflict"),
    },
    status: 204,
    errors: [...onCategory, problems.category_has_children, problems.category_has_items],
    changes,
    site: ({ params }) => siteOfItem(params.id),
    handle: ({ params: { id }, query: { keep_items }, caller }, deps) =>
      retireCategory({ id, keepItems: keep_items }, caller, deps),
  }),
];

/** Changes of single attributes, by operators. */
export const attributeWrites = [
  operation({
    id: "addCategoryAttribute",
    method: "POST",
    path: "/categories/{id}/attributes",
    summary: "Adds an attribute to a category (operators)",
    example: "/categories/MLA178273/attributes",
    params: { id: categoryId },
    body: NewAttribute,
    status: 201,
    creates: true,
    response: CategoryAttribute,
    errors: [...onCategory, problems.category_attribute_exists],
    changes,
    site: ({ params }) => siteOfItem(params.id),
    handle: ({ params, body, caller }, deps) =>
      addAttribute({ categoryId: params.id, input: body }, caller, deps),
  }),
  operation({
    id: "changeCategoryAttribute",
    method: "PUT",
    path: "/categories/{id}/attributes/{attribute_id}",
    summary:
      "Changes an attribute of a category; what is left out stays, null takes a field away (operators)",
    example: "/categories/MLA178273/attributes/BRAND",
    params: { id: categoryId, attribute_id: attributeId },
    body: AttributeChange,
    response: CategoryAttribute,
    errors: onAttribute,
    changes,
    site: ({ params }) => siteOfItem(params.id),
    handle: ({ params: { id, attribute_id }, body, caller }, deps) =>
      changeAttribute({ categoryId: id, id: attribute_id, input: body }, caller, deps),
  }),
  operation({
    id: "removeCategoryAttribute",
    method: "DELETE",
    path: "/categories/{id}/attributes/{attribute_id}",
    summary: "Takes an attribute away from a category; items keep their values (operators)",
    example: "/categories/MLA178273/attributes/BRAND",
    params: { id: categoryId, attribute_id: attributeId },
    status: 204,
    errors: [...onAttribute, problems.attribute_of_every_category],
    changes,
    site: ({ params }) => siteOfItem(params.id),
    handle: ({ params: { id, attribute_id }, caller }, deps) =>
      removeAttribute({ categoryId: id, id: attribute_id }, caller, deps),
  }),
];
