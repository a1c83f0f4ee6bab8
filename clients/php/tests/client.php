<?php

declare(strict_types=1);

// Against a running service in test mode. COWRIE_URL and COWRIE_SECRET_KEY say which;
// COWRIE_FAULTS_URL is a proxy before it that loses and changes answers (test/clients/faults.ts).

use Cowrie\ApiException;
use Cowrie\ConnectionException;
use Cowrie\Cowrie;
use Cowrie\CurlTransport;
use Cowrie\Request;
use Cowrie\Response;
use Cowrie\Transport;
use Cowrie\Types;

/** A client whose requests go through the proxy. */
final class Faulty
{
    public readonly Cowrie $client;
    /** @var list<float> */
    public array $waits = [];
    public readonly string $url;
    private readonly string $id;

    public function __construct(string $fault, mixed ...$options)
    {
        $this->id = bin2hex(random_bytes(16));
        $this->url = "/$fault/$this->id";
        $sleep = function (float $seconds): void {
            $this->waits[] = $seconds;
        };
        $this->client = new Cowrie(null, getenv('COWRIE_FAULTS_URL') . $this->url, ...[
            'sleep' => $sleep,
            ...$options,
        ]);
    }

    /** @return list<array{method: string, url: string, key: ?string}> */
    public function seen(): array
    {
        $url = getenv('COWRIE_FAULTS_URL') . "/seen/$this->id";
        $answer = (new CurlTransport())->send(new Request('GET', $url, [], null, 30.0));
        return json_decode($answer->body, true, 512, JSON_THROW_ON_ERROR);
    }

    /** @return list<?string> */
    public function keys(): array
    {
        return array_values(array_unique(array_column($this->seen(), 'key')));
    }
}

$cowrie = new Cowrie();
$newEmail = static fn (): string => 'ada-' . bin2hex(random_bytes(6)) . '@example.com';
$initialize = static function (array $changes = [], ?Cowrie $with = null, ?string $key = null) use (
    $cowrie,
    $newEmail,
): array {
    $given = $changes + ['amount' => 500_000, 'email' => $newEmail(), 'name' => 'Ada Example'];
    return ($with ?? $cowrie)->transactions->initialize($given, idempotencyKey: $key);
};
$refusal = static fn (callable $call): ApiException => Check::throws(ApiException::class, $call);
$referencesOf = static fn (iterable $list): array => array_column(
    is_array($list) ? $list : iterator_to_array($list),
    'reference',
);
$isWithin = static fn (float $least, float $actual) => Check::same(
    true,
    $actual >= $least && $actual <= $least * 1.2,
);

return [
    'a value from a later service is a string, and no exception' => static function () use (
        $initialize,
        $refusal,
    ) {
        $later = (new Faulty('future'))->client;
        $reference = $initialize()['reference'];
        Check::same('in_review', $later->transactions->verify($reference)['status']);
        Check::same('in_review', $later->transactions->list()->data[0]['status']);
        $error = $refusal(static fn () => $later->transactions->verify('nothing'));
        Check::same('transaction_archived', $error->errorCode);
    },
    'a payment is initialized, paid, verified and refunded once' => static function () use (
        $cowrie,
        $initialize,
        $refusal,
    ) {
        $metadata = ['order' => 1042, 'gift' => null];
        $made = $initialize(['metadata' => $metadata]);
        Check::same(true, str_starts_with($made['authorization_url'], 'http'));
        $reference = $made['reference'];
        Check::same(false, $cowrie->transactions->verify($reference)['status'] === 'success');
        $cowrie->sandbox->payTransaction($reference, ['channel' => 'card']);
        $paid = $cowrie->transactions->verify($reference);
        Check::same(['success', 500_000], [$paid['status'], $paid['amount']]);
        Check::same($metadata, $paid['metadata']);
        $refund = $cowrie->refunds->create(['transaction' => $paid['id'], 'amount' => 200_000]);
        Check::same(true, in_array($refund['status'], ['pending', 'processed'], true));
        Check::same(200_000, $refund['amount']);
        $rest = ['transaction' => $paid['id'], 'amount' => 300_001];
        Check::same('refund_too_large', $refusal(fn () => $cowrie->refunds->create($rest))->errorCode);
    },
    'an amount beyond 32 bits arrives as it is' => static function () use ($cowrie, $initialize) {
        $made = $initialize(['amount' => 5_000_000_001]);
        $found = $cowrie->transactions->verify($made['reference']);
        Check::same(5_000_000_001, $found['amount']);
    },
    'iterating a list goes on to every page, each record once and in order' => static function () use (
        $cowrie,
        $initialize,
        $newEmail,
        $referencesOf,
    ) {
        $email = $newEmail();
        $made = [];
        for ($i = 0; $i < 5; $i++) {
            array_unshift($made, $initialize(['email' => $email])['reference']);
        }
        $page = $cowrie->transactions->list(['q' => $email, 'perPage' => 2]);
        Check::same(array_slice($made, 0, 2), $referencesOf($page->data));
        Check::same($made, $referencesOf($page));
        $second = $page->nextPage();
        Check::same(array_slice($made, 2, 2), $referencesOf($second->data));
        Check::same(null, $second->nextPage()->nextPage());
        $numbered = $cowrie->transactions->list(['q' => $email, 'perPage' => 2, 'page' => 2]);
        Check::same(array_slice($made, 2), $referencesOf($numbered));
        $faulty = new Faulty('lose/0');
        $list = ['q' => $email, 'perPage' => 2, 'page' => 2];
        $referencesOf($faulty->client->transactions->list($list));
        $hasPage = static fn (array $one) => str_contains($one['url'], 'page=');
        Check::same([true, false], array_map($hasPage, $faulty->seen()));
        $none = $cowrie->transactions->list(['q' => $newEmail()]);
        Check::same([], iterator_to_array($none));
    },
    'an invalid request names its fields, status, code and request id' => static function () use (
        $initialize,
        $refusal,
    ) {
        $error = $refusal(fn () => $initialize(['amount' => 1, 'email' => 'nobody']));
        Check::same([400, 'invalid_request'], [$error->status, $error->errorCode]);
        $fields = array_column($error->fields, 'message', 'field');
        ksort($fields);
        Check::same(['amount', 'email'], array_keys($fields));
        Check::same(true, is_string($error->requestId) && str_contains((string) $error, $error->requestId));
        Check::same($error->requestId, $error->body['request_id']);
        Check::same($error->body['message'], $error->getMessage());
    },
    'a wrong key, an unknown payment and a reused key each have their code' => static function () use (
        $cowrie,
        $initialize,
        $refusal,
    ) {
        $stranger = new Cowrie('sk_test_0000000000000000000000000000000000000000');
        $error = $refusal(fn () => $stranger->balance->get());
        Check::same([401, 'invalid_key'], [$error->status, $error->errorCode]);
        $error = $refusal(fn () => $cowrie->transactions->verify('nothing'));
        Check::same([404, 'transaction_not_found'], [$error->status, $error->errorCode]);
        $key = bin2hex(random_bytes(8));
        $email = ['email' => 'ada@example.com'];
        Check::same($initialize($email, key: $key), $initialize($email, key: $key));
        $error = $refusal(fn () => $initialize($email + ['amount' => 600_000], key: $key));
        Check::same([422, 'idempotency_key_reused'], [$error->status, $error->errorCode]);
        Check::same($key, $error->idempotencyKey);
    },
    'a payment whose answers are lost is repeated with its key, and exists once' => static function () use (
        $cowrie,
        $initialize,
        $newEmail,
        $referencesOf,
        $isWithin,
    ) {
        foreach (['lose/2', 'cut/2'] as $fault) {
            $faulty = new Faulty($fault);
            $email = $newEmail();
            $made = $initialize(['email' => $email], $faulty->client);
            Check::same(['POST', 'POST', 'POST'], array_column($faulty->seen(), 'method'));
            Check::same(1, preg_match('/^[0-9a-f-]{36}$/', implode(',', $faulty->keys())));
            $mine = $referencesOf($cowrie->transactions->list(['q' => $email]));
            Check::same([$made['reference']], $mine);
            $isWithin(0.5, $faulty->waits[0]);
            $isWithin(1.0, $faulty->waits[1]);
        }
    },
    'two calls have two keys' => static function () use ($cowrie, $initialize, $newEmail, $referencesOf) {
        $faulty = new Faulty('lose/0');
        $email = $newEmail();
        $initialize(['email' => $email], $faulty->client);
        $initialize(['email' => $email], $faulty->client);
        Check::same(2, count($faulty->keys()));
        Check::same(2, count($referencesOf($cowrie->transactions->list(['q' => $email]))));
    },
    'after the last attempt the error has the key, with which the call has one effect' => static function () use (
        $cowrie,
        $initialize,
        $newEmail,
        $referencesOf,
    ) {
        $faulty = new Faulty('lose/9', maxRetries: 1);
        $email = $newEmail();
        $call = fn () => $initialize(['email' => $email], $faulty->client);
        $error = Check::throws(ConnectionException::class, $call);
        Check::same('connection_failed', $error->errorCode);
        Check::same([$error->idempotencyKey], $faulty->keys());
        Check::same(2, count($faulty->seen()));
        $initialize(['email' => $email], key: $error->idempotencyKey);
        Check::same(1, count($referencesOf($cowrie->transactions->list(['q' => $email]))));
    },
    'only what passes is repeated, and waits as long as the service says' => static function () use (
        $initialize,
        $refusal,
        $isWithin,
    ) {
        foreach ([
            [429, 'rate_limited', 3, 2],
            [503, 'overloaded', 0, 2],
            [409, 'idempotency_key_in_use', 0, 2],
            [502, '-', 0, 2],
            [504, '-', 0, 2],
            [504, 'rail_timeout', 0, 1],
            [503, 'not_available_live', 0, 1],
            [429, 'rate_limited', 3600, 1],
            [500, 'internal_error', 0, 1],
            [409, 'duplicate_reference', 0, 1],
            [400, 'invalid_request', 0, 1],
        ] as [$status, $code, $after, $attempts]) {
            $faulty = new Faulty("say/$status/$code/$after/1");
            if ($attempts === 1) {
                $error = $refusal(fn () => $initialize([], $faulty->client));
                Check::same([$code, $after ?: null], [$error->errorCode, $error->retryAfter]);
            } else {
                $initialize([], $faulty->client);
                $isWithin($after ?: 0.5, $faulty->waits[0]);
            }
            Check::same($attempts, count($faulty->seen()));
        }
    },
    'a read that is lost is repeated, a deletion is not' => static function () {
        $faulty = new Faulty('lose/1');
        Check::same('NGN', $faulty->client->balance->get()['currency']);
        Check::same([null, null], array_column($faulty->seen(), 'key'));
        $faulty = new Faulty('lose/1');
        $delete = fn () => $faulty->client->splits->removeSubaccount('SPL_x', 'ACCT_x');
        Check::throws(ConnectionException::class, $delete);
        Check::same(1, count($faulty->seen()));
    },
    'a change is made only from the version that was read, also if its answer is lost' => static function () use (
        $cowrie,
        $refusal,
    ) {
        $made = $cowrie->paymentLinks->create(['name' => 'Adire workshop']);
        $tag = $cowrie->paymentLinks->get($made['id'])['etag'];
        Check::same($made['etag'], $tag);
        $links = (new Faulty('lose/1'))->client->paymentLinks;
        $changed = $links->update($made['id'], ['name' => 'Batik'], ifMatch: $tag);
        Check::same(['Batik', false], [$changed['name'], $changed['etag'] === $tag]);
        $late = $refusal(fn () => $links->update($made['id'], ['name' => 'Late'], ifMatch: $tag));
        Check::same([412, 'version_conflict'], [$late->status, $late->errorCode]);
    },
    'a service that does not answer is left in time, and asked again with the same key' => static function () use (
        $initialize,
    ) {
        $faulty = new Faulty('hang/1', attemptTimeout: 1.5);
        $initialize([], $faulty->client);
        Check::same([1, true], [count($faulty->keys()), count($faulty->seen()) >= 2]);
        $faulty = new Faulty('hang/9', maxRetries: 0);
        $call = fn () => $faulty->client->balance->get(timeout: 0.3);
        Check::same('timeout', Check::throws(ConnectionException::class, $call)->errorCode);
    },
    'an address at which nobody listens is a failed connection' => static function () {
        $waits = 0;
        $sleep = function () use (&$waits): void {
            $waits++;
        };
        // In WebAssembly, curl waits for a connection that was refused.
        [$code, $seconds] = getenv('COWRIE_IN_WASM') ? ['timeout', 0.5] : ['connection_failed', 30.0];
        $options = ['attemptTimeout' => $seconds, 'maxRetries' => 2, 'sleep' => $sleep];
        $client = new Cowrie(null, 'http://127.0.0.1:1', ...$options);
        $error = Check::throws(ConnectionException::class, fn () => $client->balance->get());
        Check::same([$code, 2], [$error->errorCode, $waits]);
    },
    'a redirect is not followed, so that the key goes nowhere else' => static function () use ($refusal) {
        $faulty = new Faulty('redirect');
        Check::same('http_302', $refusal(fn () => $faulty->client->balance->get())->errorCode);
        Check::same(1, count($faulty->seen()));
    },
    'a page instead of an answer is an error' => static function () {
        $faulty = new Faulty('page');
        $error = Check::throws(ConnectionException::class, fn () => $faulty->client->balance->get());
        Check::same('invalid_response', $error->errorCode);
    },
    'text and pictures are strings' => static function () use ($cowrie) {
        $csv = $cowrie->transactions->export();
        Check::same(true, str_contains(explode("\n", $csv)[0], 'reference'));
        $link = $cowrie->paymentLinks->create(['name' => 'Tickets', 'amount' => 250_000]);
        Check::same("\x89PNG", substr($cowrie->paymentLinks->getQrPng($link['id']), 0, 4));
        $faulty = new Faulty('cut/1');
        $whole = $cowrie->paymentLinks->getQrPng($link['id']);
        Check::same(md5($whole), md5($faulty->client->paymentLinks->getQrPng($link['id'])));
        Check::same(2, count($faulty->seen()));
        Check::same(true, str_contains($cowrie->paymentLinks->getQrSvg($link['id']), '<svg'));
    },
    'null is sent, and what is left out does not change' => static function () use ($cowrie) {
        $url = 'http://localhost:3000/webhooks';
        Check::same($url, $cowrie->webhooks->update(['url' => $url])['url']);
        $settings = $cowrie->webhooks->update(['events' => ['payout.success']]);
        Check::same([$url, ['payout.success']], [$settings['url'], $settings['events']]);
        Check::same(null, $cowrie->webhooks->update(['url' => null])['url']);
    },
    'what goes into an address stays one part of it' => static function () use ($cowrie, $refusal) {
        $faulty = new Faulty('lose/0');
        foreach (['a/b?c#d', '../balance', 'é'] as $reference) {
            $error = $refusal(fn () => $faulty->client->transactions->verify($reference));
            Check::same(true, in_array($error->status, [400, 404], true));
        }
        $path = "$faulty->url/api/v1/transactions/verify/";
        $urls = array_column($faulty->seen(), 'url');
        Check::same(["{$path}a%2Fb%3Fc%23d", "{$path}..%2Fbalance"], array_slice($urls, 0, 2));
        foreach (['', '.', '..'] as $nothing) {
            $verify = fn () => $cowrie->transactions->verify($nothing);
            Check::throws(InvalidArgumentException::class, $verify);
        }
    },
    'a client without a secret key or an address is not made, and does not print its key' => static function () {
        foreach ([['pk_test_x', 'https://x.example'], ['sk_test_x', 'pay.example.com']] as $given) {
            Check::throws(InvalidArgumentException::class, fn () => new Cowrie(...$given));
        }
        ob_start();
        var_dump(new Cowrie('sk_test_hidden', 'https://x.example'));
        Check::same(false, str_contains((string) ob_get_clean(), 'sk_test_hidden'));
    },
    'another transport can be given' => static function () {
        $transport = new class () implements Transport {
            public ?Request $sent = null;

            public function send(Request $request): Response
            {
                $this->sent = $request;
                return new Response(200, [], '{"status":"success","data":{"currency":"NGN"}}');
            }
        };
        $client = new Cowrie('sk_test_x', 'https://pay.example.com/', transport: $transport);
        Check::same(['currency' => 'NGN'], $client->balance->get());
        Check::same('https://pay.example.com/api/v1/balance', $transport->sent->url);
        Check::same('Bearer sk_test_x', $transport->sent->headers['Authorization']);
        Check::same('cowrie-php/' . Cowrie::VERSION, $transport->sent->headers['User-Agent']);
        Check::same(Types::API_VERSION, $transport->sent->headers['X-Service-Version']);
    },
];
