<?php

declare(strict_types=1);

namespace Cowrie;

/** What all exceptions of this package are. Match on `$errorCode`; the message is for people. */
class CowrieException extends \RuntimeException
{
    /** What every attempt was sent with: the same call with it has one effect. */
    public ?string $idempotencyKey = null;

    public function __construct(
        public readonly string $errorCode,
        string $message,
        /** The HTTP status, if there was an answer. */
        public readonly ?int $status = null,
        /** Quote it when you report a problem. */
        public readonly ?string $requestId = null,
        /** @var list<array{field: string, code: string, message: string}> the fields of a 400 */
        public readonly array $fields = [],
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
