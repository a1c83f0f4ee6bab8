<?php

declare(strict_types=1);

namespace Cowrie;

/** Sends requests: keys, retries, timeouts, pages. By hand; the methods are generated. */
class Core
{
    public const VERSION = '0.1.0';

    private const FIRST_WAIT_S = 0.5;
    private const LONGEST_WAIT_S = 8.0;

    private readonly string $key;
    private readonly string $base;
    private readonly Transport $transport;
    private readonly \Closure $sleep;

    /**
     * @param ?string $secretKey default: the environment variable COWRIE_SECRET_KEY
     * @param ?string $baseUrl default: the environment variable COWRIE_URL
     * @param float $timeout seconds of a whole call with its retries
     * @param float $attemptTimeout seconds of one attempt
     * @param ?\Closure(float): void $sleep
     */
    public function __construct(
        #[\SensitiveParameter] ?string $secretKey = null,
        ?string $baseUrl = null,
        private readonly float $timeout = 60.0,
        private readonly float $attemptTimeout = 30.0,
        private readonly int $maxRetries = 3,
        ?Transport $transport = null,
        ?\Closure $sleep = null,
    ) {
        $this->key = $secretKey ?? (getenv('COWRIE_SECRET_KEY') ?: '');
        $this->base = rtrim($baseUrl ?? (getenv('COWRIE_URL') ?: ''), '/');
        if (!str_starts_with($this->key, 'sk_')) {
            throw new \InvalidArgumentException(
                'Pass your secret key (sk_...), or set COWRIE_SECRET_KEY.',
            );
        }
        if (preg_match('#^https?://#', $this->base) !== 1) {
            throw new \InvalidArgumentException(
                'Pass baseUrl, such as https://pay.example.com, or set COWRIE_URL.',
            );
        }
        $this->transport = $transport ?? new CurlTransport();
        $this->sleep = $sleep ?? static fn (float $seconds) => usleep((int) ($seconds * 1e6));
    }

    /** Without the key: this ends up in logs. @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->base];
    }

    public function data(string $method, string $path, mixed ...$call): mixed
    {
        return $this->whole($method, $path, ...$call)['data'];
    }

    public function whole(string $method, string $path, mixed ...$call): mixed
    {
        return $this->request($method, $path, self::parsed(...), ...$call);
    }

    /** Text, or the bytes of a file. */
    public function text(string $method, string $path, mixed ...$call): string
    {
        return $this->request($method, $path, static fn (string $body) => $body, ...$call);
    }

    /**
     * @param array<string, mixed> $query
     * @return Page<array<string, mixed>>
     */
    public function page(string $method, string $path, array $query, ?float $timeout): Page
    {
        $answer = $this->whole($method, $path, query: $query, timeout: $timeout);
        $load = function (string $cursor) use ($method, $path, $query, $timeout): Page {
            unset($query['page']);
            return $this->page($method, $path, ['cursor' => $cursor] + $query, $timeout);
        };
        return new Page($answer['data'], $answer['meta'], $load);
    }

    /** One part of a path. */
    public static function inPath(string $value): string
    {
        if (in_array($value, ['', '.', '..'], true)) {
            throw new \InvalidArgumentException("'$value' cannot be part of a URL.");
        }
        return rawurlencode($value);
    }

    /**
     * Every attempt has the same idempotency key, and none begins after the timeout.
     *
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     */
    private function request(
        string $method,
        string $path,
        callable $parse,
        array $query = [],
        ?array $body = null,
        bool $takesKey = false,
        ?string $idempotencyKey = null,
        ?string $ifMatch = null,
        bool $hasTag = false,
        ?float $timeout = null,
    ): mixed {
        $key = $takesKey ? $idempotencyKey ?? self::newKey() : null;
        $url = $this->base . $path . self::queryOf($query);
        // An empty array would be sent as a list.
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
        $text = $body === null ? null : json_encode((object) $body, $flags);
        $headers = $this->headers($key, $ifMatch, $text !== null);
        $endsAt = self::seconds() + ($timeout ?? $this->timeout);
        for ($retries = 0; ; $retries++) {
            $left = max(0.001, min($this->attemptTimeout, $endsAt - self::seconds()));
            try {
                $response = $this->attempt(new Request($method, $url, $headers, $text, $left));
                $answer = $parse($response->body);
                if ($hasTag && isset($response->headers['etag'])) {
                    $answer['data']['etag'] = $response->headers['etag'];
                }
                return $answer;
            } catch (CowrieException $error) {
                $error->idempotencyKey = $key;
                $wait = self::waitBefore($retries, $error);
                $isOver = $retries >= $this->maxRetries || self::seconds() + $wait >= $endsAt;
                if ($isOver || !self::mayRepeat($method, $key, $ifMatch, $error)) {
                    throw $error;
                }
            }
            ($this->sleep)($wait);
        }
    }

    private function attempt(Request $request): Response
    {
        $response = $this->transport->send($request);
        if ($response->status < 200 || $response->status > 299) {
            throw new ApiException($response);
        }
        return $response;
    }

    /** @return array<string, string> */
    private function headers(?string $key, ?string $ifMatch, bool $hasBody): array
    {
        return [
            'Authorization' => "Bearer $this->key",
            'Accept' => 'application/json, */*;q=0.5',
            'User-Agent' => 'cowrie-php/' . self::VERSION,
            'X-Service-Version' => Types::API_VERSION,
        ]
            + ($key === null ? [] : ['Idempotency-Key' => $key])
            + ($ifMatch === null ? [] : ['If-Match' => $ifMatch])
            + ($hasBody ? ['Content-Type' => 'application/json'] : []);
    }

    /** @param array<string, mixed> $query */
    private static function queryOf(array $query): string
    {
        $given = array_filter($query, static fn (mixed $value) => $value !== null);
        $plain = static fn (mixed $one) => match (true) {
            is_bool($one) => $one ? 'true' : 'false',
            is_array($one) => implode(',', $one),
            default => $one,
        };
        return $given === [] ? '' : '?' . http_build_query(array_map($plain, $given));
    }

    private static function parsed(string $body): mixed
    {
        try {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        } catch (\JsonException) {
            $message = 'The answer is not JSON, so not from Cowrie. Is baseUrl right?';
            throw new ConnectionException('invalid_response', $message);
        }
    }

    /**
     * What was rejected without an effect may be sent again. Where the outcome is unknown, only
     * what has one effect however often it arrives: a read, a PUT, a POST or PATCH with its key.
     */
    private static function mayRepeat(
        string $method,
        ?string $key,
        ?string $ifMatch,
        CowrieException $error,
    ): bool {
        if ($error->status === 429 || $error->errorCode === 'idempotency_key_in_use') {
            return true;
        }
        // A DELETE that comes twice answers 404, though it worked; a PUT with ifMatch, 412.
        $isOnce = $method === 'POST' || $ifMatch !== null;
        if ($method === 'DELETE' || ($isOnce && $key === null)) {
            return false;
        }
        // What live mode does not offer is not there a second later either.
        if ($error->status === 503) {
            return $error->errorCode !== 'not_available_live';
        }
        // Of a proxy that lost the answer. The service's own 504 says: fetch it, do not repeat.
        if ($error->status === 502 || $error->status === 504) {
            return str_starts_with($error->errorCode, 'http_');
        }
        return $error instanceof ConnectionException;
    }

    private static function waitBefore(int $retries, CowrieException $error): float
    {
        $after = $error instanceof ApiException ? $error->retryAfter : null;
        $wait = $after ?? min(self::FIRST_WAIT_S * 2 ** $retries, self::LONGEST_WAIT_S);
        // Up to a fifth more, so that clients do not come back together.
        return $wait * random_int(1000, 1200) / 1000;
    }

    /** A random UUID. */
    private static function newKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0F | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3F | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    private static function seconds(): float
    {
        return hrtime(true) / 1e9;
    }
}
