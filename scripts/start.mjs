#!/usr/bin/env node
// `pnpm start [--split]`: builds what changed, then becomes the product, so that signals reach it directly.
import { builtApp } from "./built-app.mjs";

await import(builtApp("main", { everything: process.argv.includes("--split") }));
