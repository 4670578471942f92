<?php

// The page that the marketplace sends notifications to: php -S 127.0.0.1:8000 webhook.php
require __DIR__ . '/signature.php';

$headers = array_change_key_case(getallheaders());
$body = file_get_contents('php://input');
if (!isGenuine(getenv('WEBHOOK_SECRET'), $headers, $body)) {
    http_response_code(401);
    return;
}
// Keep it and answer at once, work later: a slow answer counts as none.
$line = json_encode(['headers' => $headers, 'body' => $body]) . "\n";
file_put_contents(getenv('INBOX'), $line, FILE_APPEND | LOCK_EX);
