<?php

declare(strict_types=1);

namespace Cowrie;

/** A webhook whose signature and time are right. Made by `Webhook::verify`. */
final class Webhook
{
    public const TOLERANCE_S = 300;

    /** @param array<string, mixed> $data */
    private function __construct(
        /** Store it, so that a webhook that arrives twice has no effect the second time. */
        public readonly string $id,
        public readonly int $attempt,
        /** `transaction.success` */
        public readonly string $event,
        public readonly array $data,
        public readonly string $createdAt,
    ) {
    }

    /**
     * Respond with `$error->status` when this throws.
     *
     * @param string $body the raw body: `file_get_contents('php://input')`
     * @param array<string, mixed> $headers of any framework, `getallheaders()` or `$_SERVER`
     * @param string|list<string> $secret while you roll a secret: the old and the new one
     * @throws WebhookException
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        float $tolerance = self::TOLERANCE_S,
        ?int $now = null,
    ): self {
        $secrets = (array) $secret;
        // An environment variable that is not set would be a key that anybody can guess.
        if ($secrets === [] || array_filter($secrets, static fn ($one) => !is_string($one) || $one === '')) {
            throw new \InvalidArgumentException('A webhook secret is missing.');
        }
        $given = self::byName($headers);
        $timestamp = $given['x-service-timestamp'] ?? '';
        if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
            $message = 'X-Service-Timestamp is missing or not a number.';
            throw new WebhookException('no_timestamp', $message, 400);
        }
        if (abs((float) $timestamp - ($now ?? time())) > $tolerance) {
            $message = 'X-Service-Timestamp is too far from the present.';
            throw new WebhookException('stale', $message, 400);
        }
        $isRight = false;
        foreach ($secrets as $one) {
            $expected = hash_hmac('sha512', "$timestamp.$body", $one);
            // All are compared, so that the time does not tell which one was right.
            $isRight = hash_equals($expected, $given['x-service-signature'] ?? '') || $isRight;
        }
        if (!$isRight) {
            $message = 'X-Service-Signature does not match body and secret.';
            throw new WebhookException('forged', $message, 401);
        }
        $payload = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        return new self(
            $given['x-service-event-id'] ?? '',
            (int) ($given['x-service-attempt'] ?? 1),
            $payload['event'],
            $payload['data'],
            $payload['created_at'],
        );
    }

    /**
     * The headers that the service would send. For tests of your receiver.
     *
     * @return array<string, string>
     */
    public static function sign(
        string $body,
        #[\SensitiveParameter] string $secret,
        string $id = 'evt_test',
        int $attempt = 1,
        ?int $now = null,
    ): array {
        $timestamp = (string) ($now ?? time());
        return [
            'Content-Type' => 'application/json',
            'X-Service-Event-Id' => $id,
            'X-Service-Attempt' => (string) $attempt,
            'X-Service-Timestamp' => $timestamp,
            'X-Service-Signature' => hash_hmac('sha512', "$timestamp.$body", $secret),
        ];
    }

    /**
     * `X-Service-Event-Id`, `x-service-event-id` and `HTTP_X_SERVICE_EVENT_ID` are one name. Some
     * frameworks give a list of values for each.
     *
     * @param array<string, mixed> $headers
     * @return array<string, string>
     */
    private static function byName(array $headers): array
    {
        $named = [];
        foreach ($headers as $name => $value) {
            $plain = strtr(strtolower((string) $name), '_', '-');
            $one = is_array($value) ? ($value[0] ?? '') : $value;
            if (is_scalar($one)) {
                $named[preg_replace('/^http-/', '', $plain)] = (string) $one;
            }
        }
        return $named;
    }
}
