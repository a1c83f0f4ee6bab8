<?php

declare(strict_types=1);

// examples/shop-php, before a running service: see client.php.

use Cowrie\Cowrie;
use Cowrie\Webhook;

require __DIR__ . '/../../../examples/shop-php/Shop.php';

final class Visit
{
    private const SECRET = 'whsec_of_the_shop';

    public readonly PDO $db;
    public readonly Cowrie $cowrie;
    private readonly Shop $shop;

    public function __construct()
    {
        $this->cowrie = new Cowrie();
        $this->db = new PDO('sqlite::memory:');
        $this->shop = new Shop($this->cowrie, self::SECRET, 'http://shop.example', $this->db);
    }

    /** @return array{int, array<string, string>, string} */
    public function ask(string $method, string $path, string $body = '', array $headers = []): array
    {
        return $this->shop->handle($method, $path, $headers, $body);
    }

    public function buy(): string
    {
        $email = 'ada-' . bin2hex(random_bytes(5)) . '@example.com';
        $form = http_build_query(['name' => 'Ada Example', 'email' => $email]);
        [$status, $headers] = $this->ask('POST', '/buy', $form);
        Check::same([303, true], [$status, str_starts_with($headers['Location'], 'http')]);
        return (string) $this->db->query('select max(id) from customer_order')->fetchColumn();
    }

    public function show(string $order): string
    {
        return $this->ask('GET', "/orders/$order?reference=$order")[2];
    }

    public function tell(string $event, array $data): int
    {
        $body = json_encode(['event' => $event, 'data' => $data, 'created_at' => '2026-01-02']);
        return $this->ask('POST', '/webhooks', $body, Webhook::sign($body, self::SECRET))[0];
    }

    public function tickets(): int
    {
        return (int) $this->db->query('select count(*) from ticket')->fetchColumn();
    }
}

return [
    'the shop fulfils a paid order once, and refunds it once' => static function () {
        $visit = new Visit();
        Check::same(true, str_contains($visit->ask('GET', '/')[2], '5,000.00'));
        $order = $visit->buy();
        Check::same(200, $visit->tell('transaction.success', ['reference' => $order]));
        Check::same(true, str_contains($visit->show($order), ': open'));
        $visit->cowrie->sandbox->payTransaction($order, ['channel' => 'card']);
        for ($i = 0; $i < 2; $i++) {
            Check::same(200, $visit->tell('transaction.success', ['reference' => $order]));
            Check::same(true, str_contains($visit->show($order), ': paid, ticket'));
        }
        Check::same(1, $visit->tickets());
        for ($i = 0; $i < 2; $i++) {
            $visit->ask('POST', "/orders/$order/refund");
        }
        $refunds = iterator_to_array($visit->cowrie->refunds->list(['transaction' => $order]));
        Check::same([500_000], array_column($refunds, 'amount'));
        $visit->tell('refund.processed', ['status' => 'processed'] + $refunds[0]);
        Check::same(true, str_contains($visit->show($order), ': refunded'));
        Check::same(409, $visit->ask('POST', "/orders/$order/refund")[0]);
    },
    'the shop delivers nothing for another amount than its price' => static function () {
        $visit = new Visit();
        $order = $visit->buy();
        $visit->db->exec('update customer_order set amount = amount + 1');
        $visit->cowrie->sandbox->payTransaction($order, ['channel' => 'card']);
        Check::same(200, $visit->tell('transaction.success', ['reference' => $order]));
        Check::same(true, str_contains($visit->show($order), ': open'));
        Check::same(0, $visit->tickets());
    },
    'the shop delivers to a customer who bears the fee' => static function () {
        $visit = new Visit();
        $order = 'order-' . bin2hex(random_bytes(5));
        $visit->db->exec("insert into customer_order (id, amount) values ('$order', 500000)");
        $visit->cowrie->transactions->initialize([
            'amount' => 500_000,
            'email' => 'ada@example.com',
            'name' => 'Ada Example',
            'reference' => $order,
            'fee_bearer' => 'customer',
        ]);
        $visit->cowrie->sandbox->payTransaction($order, ['channel' => 'card']);
        Check::same(200, $visit->tell('transaction.success', ['reference' => $order]));
        Check::same(true, str_contains($visit->show($order), ': paid, ticket'));
    },
    'the shop rejects webhooks of others, invalid buyers and unknown orders' => static function () {
        $visit = new Visit();
        $body = '{"event":"transaction.success","data":{},"created_at":"x"}';
        Check::same(400, $visit->ask('POST', '/webhooks', $body)[0]);
        $signed = Webhook::sign($body, 'whsec_other');
        Check::same(401, $visit->ask('POST', '/webhooks', $body, $signed)[0]);
        [$status, , $text] = $visit->ask('POST', '/buy', 'name=Ada+Example&email=nobody');
        Check::same([400, true], [$status, str_contains($text, 'email')]);
        Check::same(true, str_contains($visit->show('nothing'), 'Not found'));
        Check::same(409, $visit->ask('POST', '/orders/nothing/refund')[0]);
    },
];
