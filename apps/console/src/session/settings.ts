/** What the gateway says of itself before anybody has signed in. */
export interface Settings {
  base_url: string;
  client_id: string;
  sign_in: "picker" | "password" | "oidc";
  /** Whether the sandbox lab is there. */
  lab: boolean;
  release: string;
}

export async function readSettings(): Promise<Settings> {
  const answer = await fetch("/console/settings.json");
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return answer.json();
}
