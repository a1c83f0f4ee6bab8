<?php

declare(strict_types=1);

namespace Cowrie;

/** The service answered with an error. All codes: docs/api/refusals.md. */
final class ApiException extends CowrieException
{
    /** How many seconds to wait before you try again, if the service says so. */
    public readonly ?int $retryAfter;

    /** @var array<string, mixed> the whole answer; empty if it was not one of Cowrie's */
    public readonly array $body;

    public function __construct(Response $response)
    {
        $parsed = json_decode($response->body, true);
        $this->body = is_array($parsed) && isset($parsed['code']) ? $parsed : [];
        $after = $response->headers['retry-after'] ?? '';
        $this->retryAfter = preg_match('/^\d{1,9}$/D', $after) ? (int) $after : null;
        $requestId = $this->body['request_id'] ?? $response->headers['x-request-id'] ?? null;
        $code = (string) ($this->body['code'] ?? "http_{$response->status}");
        $message = $this->body['message']
            ?? "HTTP {$response->status}, not from Cowrie. Is baseUrl right?";
        parent::__construct(
            $code,
            $message,
            $response->status,
            $requestId,
            $this->body['errors'] ?? [],
        );
    }

    /** For the log. `getMessage()` is the sentence alone, which a person can be shown. */
    public function __toString(): string
    {
        return "$this->errorCode (request $this->requestId): " . parent::__toString();
    }
}
