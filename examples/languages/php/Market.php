<?php

/** What the marketplace refused. */
final class MarketError extends RuntimeException
{
}

/** A session of a user at the marketplace. */
final class Market
{
    private const TIMEOUT = 30;

    private string $accessToken = '';
    private string $refreshToken = '';

    public static function signIn(string $userId): self
    {
        $market = new self();
        $market->exchange([
            'grant_type' => 'authorization_code',
            'code' => self::allow($userId),
            'redirect_uri' => getenv('REDIRECT_URI'),
        ]);
        return $market;
    }

    public function refresh(): void
    {
        $this->exchange(['grant_type' => 'refresh_token', 'refresh_token' => $this->refreshToken]);
    }

    public function get(string $path, array $query = []): array
    {
        return $this->ask('GET', $path . ($query ? '?' . http_build_query($query) : ''));
    }

    public function send(string $method, string $path, ?array $body = null): array
    {
        return $this->ask($method, $path, $body === null ? '' : json_encode($body), 'application/json');
    }

    /** Uploads a file as the field of a form. */
    public function upload(string $path, string $field, string $name, string $type, string $bytes): array
    {
        $boundary = bin2hex(random_bytes(16));
        $form = "--$boundary\r\nContent-Disposition: form-data; name=\"$field\"; filename=\"$name\"\r\n"
            . "Content-Type: $type\r\n\r\n$bytes\r\n--$boundary--\r\n";
        return $this->ask('POST', $path, $form, "multipart/form-data; boundary=$boundary");
    }

    private function exchange(array $grant): void
    {
        $application = ['client_id' => getenv('CLIENT_ID'), 'client_secret' => getenv('CLIENT_SECRET')];
        $form = http_build_query($application + $grant);
        $tokens = $this->ask('POST', '/oauth/token', $form, 'application/x-www-form-urlencoded');
        $this->accessToken = $tokens['access_token'];
        // A refresh token works once; the answer has the next.
        $this->refreshToken = $tokens['refresh_token'];
    }

    private function ask(string $method, string $path, string $body = '', string $type = ''): array
    {
        $headers = array_filter([
            $this->accessToken ? "Authorization: Bearer $this->accessToken" : '',
            $type && $body ? "Content-Type: $type" : '',
        ]);
        [$status, , $text] = self::exchangeHttp($method, $path, $headers, $body);
        $answer = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
        if ($status >= 400) {
            throw new MarketError("$status {$answer['message']}", $status);
        }
        return $answer;
    }

    /** Stands in for the user's browser: in the demo anyone may be any user. Returns the code. */
    private static function allow(string $userId): string
    {
        $form = http_build_query([
            'response_type' => 'code',
            'client_id' => getenv('CLIENT_ID'),
            'redirect_uri' => getenv('REDIRECT_URI'),
            'user_id' => $userId,
            'decision' => 'allow',
        ]);
        $headers = ['Content-Type: application/x-www-form-urlencoded'];
        [, $answered] = self::exchangeHttp('POST', '/authorization', $headers, $form);
        [$location] = array_values(preg_grep('/^Location:/i', $answered));
        parse_str(parse_url($location, PHP_URL_QUERY), $query);
        return $query['code'];
    }

    /** @return array{int, string[], string} status, headers and body */
    private static function exchangeHttp(string $method, string $path, array $headers, string $body): array
    {
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => $headers,
            'content' => $body,
            'ignore_errors' => true,
            'follow_location' => 0,
            'timeout' => self::TIMEOUT,
        ]]);
        $text = file_get_contents(getenv('MARKETPLACE_URL') . $path, false, $context);
        if ($text === false) {
            throw new RuntimeException("$method $path was not answered");
        }
        return [(int) explode(' ', $http_response_header[0])[1], $http_response_header, $text];
    }
}
