// A typical service: Express, one or two Prisma calls, res.json.
import { openCatalogDatabase } from "@marketplace/database/catalog";
import express from "express";
import { serveParent } from "../serve-parent.ts";

const db = openCatalogDatabase({ url: process.env.CATALOG_DATABASE_URL ?? "" });
const app = express();

app.get("/categories/:id", async (req, res) => {
  const { id } = req.params;
  const category = await db.current().category.findUnique({ where: { id }, omit: { attributes: true } });
  if (!category) {
    res.status(404).json({ message: `Category not found: ${id}` });
    return;
  }
  const where = { siteId: category.siteId, parentId: id, retired: false };
  const children = await db.current().category.findMany({ where, select: { id: true, name: true } });
  res.json({ ...category, children_categories: children });
});

serveParent(app);
