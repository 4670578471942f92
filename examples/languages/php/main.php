<?php

// An integration in short: signs in, is notified of a question, answers, predicts, and uploads an invoice.
declare(strict_types=1);

require __DIR__ . '/Market.php';
require __DIR__ . '/signature.php';
require __DIR__ . '/receiver.php';

$secret = getenv('WEBHOOK_SECRET');

$seller = Market::signIn(getenv('SELLER_ID'));
$seller->refresh();
$buyer = Market::signIn(getenv('BUYER_ID'));
echo "signed in: {$seller->get('/users/me')['nickname']}, {$buyer->get('/users/me')['nickname']}\n";

$receiver = new Receiver();
try {
    $settings = ['callback_url' => $receiver->url, 'topics' => ['questions']];
    $seller->send('PUT', '/applications/' . getenv('CLIENT_ID'), $settings);
    $asked = ['item_id' => getenv('ITEM_ID'), 'text' => '¿Hacen factura A?'];
    $question = $buyer->send('POST', '/questions', $asked);
    ['headers' => $headers, 'body' => $body] = $receiver->next();
} finally {
    $receiver->stop();
}
['resource' => $resource] = json_decode($body, true);
if ($resource !== "/questions/{$question['id']}" || isGenuine($secret, $headers, "$body ")) {
    throw new RuntimeException('a notification of another question, or a changed one that is believed');
}
echo "notified: $resource\n";

$answer = ['question_id' => $question['id'], 'text' => 'Sí, con cada compra.'];
echo "answered: {$seller->send('POST', '/answers', $answer)['status']}\n";

$title = ['q' => 'celular samsung galaxy a54 128gb', 'limit' => 1];
[$prediction] = $seller->get('/sites/MLA/domain_discovery/search', $title);
echo "predicted: {$prediction['category_id']}\n";

$documents = '/packs/' . getenv('PACK_ID') . '/fiscal_documents';
$invoice = ['fiscal_document', 'invoice.pdf', 'application/pdf', "%PDF-1.4\n"];
$seller->upload($documents, ...$invoice);
echo 'uploaded: ' . count($buyer->get($documents)['fiscal_documents']) . " file\n";
try {
    $seller->upload($documents, ...$invoice);
} catch (MarketError $error) {
    echo "refused: {$error->getMessage()}\n";
}
$seller->send('DELETE', $documents);
