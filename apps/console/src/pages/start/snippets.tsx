import { Tabs } from "@mantine/core";
import { CodeBox } from "../../shared/copy.tsx";

interface Given {
  baseUrl: string;
  token: string;
}

/** A first call in each language, which runs as it is pasted. */
const snippets: Record<string, (given: Given) => string> = {
  curl: ({ baseUrl, token }) => `curl -H 'Authorization: Bearer ${token}' ${baseUrl}/users/me`,
  TypeScript: ({ baseUrl, token }) => `const answer = await fetch("${baseUrl}/users/me", {
  headers: { Authorization: "Bearer ${token}" },
});
console.log(answer.status, await answer.json());
export {};`,
  Python: ({ baseUrl, token }) => `import json, urllib.request

request = urllib.request.Request(
    "${baseUrl}/users/me",
    headers={"Authorization": "Bearer ${token}"},
)
with urllib.request.urlopen(request) as answer:
    print(answer.status, json.load(answer))`,
  PHP: ({ baseUrl, token }) => `<?php
$context = stream_context_create(["http" => [
    "header" => "Authorization: Bearer ${token}",
]]);
echo file_get_contents("${baseUrl}/users/me", false, $context), PHP_EOL;`,
};

export const Snippets = (given: Given) => (
  <Tabs defaultValue="curl" keepMounted={false}>
    <Tabs.List className="console-tabs">
      {Object.keys(snippets).map((language) => (
        <Tabs.Tab key={language} value={language}>
          {language}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {Object.entries(snippets).map(([language, write]) => (
      <Tabs.Panel key={language} value={language} pt="xs">
        <CodeBox text={write(given)} of={language} />
      </Tabs.Panel>
    ))}
  </Tabs>
);
