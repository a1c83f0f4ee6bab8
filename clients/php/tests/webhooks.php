<?php

declare(strict_types=1);

use Cowrie\CowrieException;
use Cowrie\Webhook;
use Cowrie\WebhookException;

$text = file_get_contents(__DIR__ . '/../../../docs/webhook-vectors.json');
$vectors = json_decode($text, true, 512, JSON_THROW_ON_ERROR)['vectors'];
$secret = 'whsec_640sopQDsipzsoXd3FQyHhV2VgVFejItbfKfZnz2iAk=';
$body = '{"event":"webhook.test","data":{"message":"Adé 😀"},"created_at":"2026-01-02T03:04:05Z"}';

$headersOf = static fn (array $vector, array $changes = []): array => $changes + [
    'X-Service-Event-Id' => $vector['id'],
    'X-Service-Attempt' => '3',
    'X-Service-Timestamp' => (string) $vector['timestamp'],
    'X-Service-Signature' => $vector['x_service_signature'],
];
$codeOf = static function (mixed ...$given): array {
    $error = Check::throws(WebhookException::class, static fn () => Webhook::verify(...$given));
    Check::same(true, $error instanceof CowrieException);
    return [$error->status, $error->errorCode];
};

return [
    'every vector is verified, and signed alike' => static function () use ($vectors, $headersOf) {
        Check::same(true, count($vectors) >= 8);
        foreach ($vectors as $vector) {
            ['secrets' => $secrets, 'body' => $raw, 'timestamp' => $now] = $vector;
            $hook = Webhook::verify($raw, $headersOf($vector), $secrets, now: $now);
            $payload = json_decode($raw, true);
            Check::same([$vector['id'], 3], [$hook->id, $hook->attempt]);
            Check::same([$payload['event'], $payload['data']], [$hook->event, $hook->data]);
            $made = Webhook::sign($raw, $secrets[0], $vector['id'], 3, $now);
            Check::same(['Content-Type' => 'application/json'] + $headersOf($vector), $made);
        }
    },
    'no vector is verified with another body, secret, time or signature' => static function () use (
        $vectors,
        $headersOf,
        $codeOf,
    ) {
        foreach ($vectors as $vector) {
            ['secrets' => $secrets, 'body' => $raw, 'timestamp' => $now] = $vector;
            $signature = $vector['x_service_signature'];
            $other = substr($signature, 0, -1) . ($signature[-1] === '0' ? '1' : '0');
            $headers = $headersOf($vector);
            $with = static fn (string $name, string $value) => $headersOf($vector, [$name => $value]);
            foreach ([
                ["$raw ", $headers, $secrets],
                [$raw, $headers, "$secrets[0]="],
                [$raw, $with('X-Service-Timestamp', (string) ($now + 1)), $secrets],
                [$raw, $with('X-Service-Signature', $other), $secrets],
                [$raw, $with('X-Service-Signature', ''), $secrets],
            ] as [$altered, $given, $keys]) {
                Check::same([401, 'forged'], $codeOf($altered, $given, $keys, now: $now));
            }
        }
    },
    'a timestamp is taken within the tolerance, to both sides, and no further' => static function () use (
        $body,
        $secret,
        $codeOf,
    ) {
        $now = 1_767_323_045;
        $headers = Webhook::sign($body, $secret, now: $now);
        foreach ([$now - 300, $now + 300] as $at) {
            Check::same('evt_test', Webhook::verify($body, $headers, $secret, now: $at)->id);
        }
        foreach ([$now - 301, $now + 301] as $at) {
            Check::same([400, 'stale'], $codeOf($body, $headers, $secret, now: $at));
        }
        $hook = Webhook::verify($body, $headers, $secret, tolerance: 9, now: $now + 9);
        Check::same(1, $hook->attempt);
        $wrong = $codeOf($body, $headers, $secret, tolerance: 9, now: $now + 10);
        Check::same([400, 'stale'], $wrong);
        // The clock is read where no time is given.
        Check::same([400, 'stale'], $codeOf($body, $headers, $secret));
        Webhook::verify($body, Webhook::sign($body, $secret, now: time() - 5), $secret);
    },
    'what is not a timestamp is named so' => static function () use ($body, $secret, $codeOf) {
        foreach (['', '-5', '1e9', '9999999999999', '1767323045 ', "1767323045\n"] as $value) {
            $headers = ['X-Service-Timestamp' => $value] + Webhook::sign($body, $secret);
            Check::same([400, 'no_timestamp'], $codeOf($body, $headers, $secret));
        }
    },
    'headers are found in lower case, in $_SERVER and in lists' => static function () use ($body, $secret) {
        $signed = Webhook::sign($body, $secret);
        $server = ['REQUEST_TIME' => 1, 'argv' => []];
        foreach ($signed as $name => $value) {
            $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
        }
        $lists = array_map(static fn (string $one) => [$one], array_change_key_case($signed));
        foreach ([$signed, array_change_key_case($signed), $server, $lists] as $headers) {
            $hook = Webhook::verify($body, $headers, $secret);
            Check::same(['message' => 'Adé 😀'], $hook->data);
        }
    },
    'either of two secrets is right, and none is an error of the program' => static function () use (
        $body,
        $secret,
    ) {
        $headers = Webhook::sign($body, $secret);
        foreach ([['whsec_other', $secret], [$secret, 'whsec_other'], [$secret]] as $secrets) {
            Check::same('webhook.test', Webhook::verify($body, $headers, $secrets)->event);
        }
        foreach (['', [], [$secret, ''], [null]] as $missing) {
            $verify = static fn () => Webhook::verify($body, $headers, $missing);
            Check::throws(InvalidArgumentException::class, $verify);
        }
    },
];
