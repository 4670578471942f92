// How the console's question inbox copes with 10 000 questions, on a running product with the demo's data:
// `node bench/console/inbox.ts http://127.0.0.1:8080 .data/sandbox.json`. Asks what is missing first.
import { readFileSync } from "node:fs";
import { launchChromium } from "../../acceptance/browser/chromium.ts";

const [base = "http://127.0.0.1:8080", path = ".data/sandbox.json"] = process.argv.slice(2);
const wanted = 10_000;
const limits = { firstListMs: 300, framesPerSecond: 50 };

interface Sandbox {
  users: Record<string, { id: number; access_token: string }>;
  fixtures: Record<string, string>;
}
const { users, fixtures }: Sandbox = JSON.parse(readFileSync(path, "utf8"));
const { seller_mla: seller, buyer_mla: buyer } = users;
if (!seller || !buyer) throw new Error(`${path} is not of the demo`);

async function call<T>(target: string, token: string, body?: unknown): Promise<T> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`${base}${target}`, init);
  if (!answer.ok) throw new Error(`${target}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Asks until the seller has that many unanswered questions. */
async function fill(): Promise<void> {
  const search = `/questions/search?seller_id=${seller?.id}&status=UNANSWERED&limit=0`;
  const { total } = await call<{ total: number }>(search, seller?.access_token ?? "");
  const missing = Array.from({ length: Math.max(0, wanted - total) }, (_, index) => index);
  const question = (index: number) => ({ item_id: fixtures.item_active, text: `¿Tienen stock? (${index})` });
  const asker = async () => {
    for (let index = missing.pop(); index !== undefined; index = missing.pop())
      await call("/questions", buyer?.access_token ?? "", question(index));
  };
  await Promise.all(Array.from({ length: 16 }, asker));
}

/** Scrolls for two seconds and counts the frames that were drawn. */
const scrolling = `new Promise((resolve) => {
  const list = document.querySelector("[data-question]").closest("ul").parentElement;
  const began = performance.now();
  let frames = 0;
  const step = (now) => {
    list.scrollTop += 400;
    frames += 1;
    if (now - began < 2000) requestAnimationFrame(step);
    else resolve((frames * 1000) / (now - began));
  };
  requestAnimationFrame(step);
})`;

await fill();
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${base}/console/catalog`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  // The page's own time: from the click to the first row.
  const firstListMs = await page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    new MutationObserver((_, observer) => {
      if (!document.querySelector("[data-question]")) return;
      observer.disconnect();
      resolve(performance.now() - began);
    }).observe(document.body, { childList: true, subtree: true });
    document.querySelector('a[href$="/console/questions"]').click();
  })`);
  await page.waitForLoadState("networkidle");
  const framesPerSecond = await page.evaluate<number>(scrolling);
  const rows = await page.locator("[data-question]").count();
  const isGood = firstListMs <= limits.firstListMs && framesPerSecond >= limits.framesPerSecond;
  console.log(
    `inbox of ${wanted} questions: first list after ${firstListMs.toFixed(0)} ms (at most ${limits.firstListMs}), ` +
      `scrolling at ${framesPerSecond.toFixed(0)} frames/s (at least ${limits.framesPerSecond}), ${rows} rows in the page`,
  );
  if (!isGood) process.exitCode = 1;
} finally {
  await browser.close();
}
