/** Texts that were begun, by the number of what they answer. */
export type DraftTexts = ReadonlyMap<number, string>;

const prefix = "console-drafts/";
const none: DraftTexts = new Map();

/** Drafts by user, as the tab shows them. */
const open = new Map<string, DraftTexts>();
const listeners = new Set<() => void>();

/** The drafts of a user. The tab's storage has them too, so that they outlive its page and its session. */
export function draftsOf(user: string): DraftTexts {
  const present = open.get(user) ?? readStored(user);
  open.set(user, present);
  return present;
}

/** Changes one draft of a user; a blank one is dropped. */
export function writeDraft(user: string, id: number, text: string): void {
  const next = new Map(draftsOf(user)).set(id, text);
  if (text.trim() === "") next.delete(id);
  open.set(user, next);
  store((storage) =>
    next.size === 0
      ? storage.removeItem(prefix + user)
      : storage.setItem(prefix + user, JSON.stringify([...next])),
  );
  tell();
}

/** Forgets what was begun in this tab, but for the drafts of one user if they are named. */
export function forgetDrafts({ but }: { but?: string } = {}): void {
  for (const user of open.keys()) if (user !== but) open.delete(user);
  store((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(prefix) && key !== `${prefix}${but}`) storage.removeItem(key);
  });
  tell();
}

export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const tell = (): void => {
  for (const listener of listeners) listener();
};

function readStored(user: string): DraftTexts {
  let stored: unknown;
  store((storage) => {
    stored = JSON.parse(storage.getItem(prefix + user) ?? "[]");
  });
  if (!Array.isArray(stored)) return none;
  return new Map(stored.filter(isDraft));
}

const isDraft = (entry: unknown): entry is [number, string] =>
  Array.isArray(entry) && typeof entry[0] === "number" && typeof entry[1] === "string";

/** Drafts are in memory only where the browser blocks its storage, or has no room for them. */
function store(work: (storage: Storage) => void): void {
  try {
    work(sessionStorage);
  } catch {
    // The page that is open goes on.
  }
}
