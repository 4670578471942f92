#!/usr/bin/env node
// `pnpm start`: builds what changed, then becomes the product, so that signals reach it directly.
import { builtApp } from "./built-app.mjs";

await import(builtApp("main"));
