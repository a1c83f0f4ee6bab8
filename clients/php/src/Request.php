<?php

declare(strict_types=1);

namespace Cowrie;

final class Request
{
    /** @param array<string, string> $headers */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        public readonly array $headers,
        public readonly ?string $body,
        /** In seconds. */
        public readonly float $timeout,
    ) {
    }
}
