<?php

/** Serves webhook.php on a free port of this machine. */
final class Receiver
{
    public readonly string $url;

    /** @var resource */
    private $server;
    private string $inbox;

    public function __construct()
    {
        $free = stream_socket_server('tcp://127.0.0.1:0');
        $address = stream_socket_get_name($free, false);
        fclose($free);
        $this->url = "http://$address/";
        $this->inbox = tempnam(sys_get_temp_dir(), 'inbox');
        $environment = ['INBOX' => $this->inbox] + getenv();
        $command = [PHP_BINARY, '-S', $address, __DIR__ . '/webhook.php'];
        $silent = ['file', '/dev/null', 'a'];
        $this->server = proc_open($command, [1 => $silent, 2 => $silent], $pipes, null, $environment);
        self::until(fn () => @stream_socket_client("tcp://$address"));
    }

    /** @return array{headers: array<string, string>, body: string} */
    public function next(): array
    {
        $line = self::until(fn () => strtok((string) file_get_contents($this->inbox), "\n"));
        return json_decode($line, true);
    }

    public function stop(): void
    {
        proc_terminate($this->server);
        proc_close($this->server);
        unlink($this->inbox);
    }

    private static function until(callable $attempt): mixed
    {
        for ($tries = 0; $tries < 600; $tries++) {
            if ($result = $attempt()) {
                return $result;
            }
            usleep(50_000);
        }
        throw new RuntimeException('waited for 30 s');
    }
}
