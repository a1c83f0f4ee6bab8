<?php

declare(strict_types=1);

use Cowrie\ApiException;
use Cowrie\Cowrie;
use Cowrie\Webhook;
use Cowrie\WebhookException;

/**
 * A shop that sells one thing. README.md says how to start it.
 *
 * An order is `open`, then `paid`, then perhaps `refunding` and `refunded` or `refund_failed`. Each
 * step is one UPDATE that names the state before it, so that whoever comes second changes nothing.
 */
final class Shop
{
    private const PRICE = 500_000; // In kobo: ₦5,000.00.
    private const TABLES = <<<'SQL'
        create table if not exists customer_order (
          id text primary key, amount integer not null, state text not null default 'open'
        );
        create table if not exists ticket (
          order_id text primary key references customer_order, number text not null
        );
        SQL;

    public function __construct(
        private readonly Cowrie $cowrie,
        private readonly string $secret,
        private readonly string $url,
        private readonly PDO $db,
    ) {
        $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        $db->exec(self::TABLES);
    }

    /**
     * @param array<string, mixed> $headers
     * @return array{int, array<string, string>, string} status, headers, text
     */
    public function handle(string $method, string $path, array $headers, string $body): array
    {
        $parts = explode('/', trim(explode('?', $path)[0], '/'));
        if ("$method $path" === 'GET /') {
            return self::page('<form method="post" action="/buy"><p>A ticket: ₦5,000.00</p>'
                . '<input name="name" placeholder="Name" required>'
                . '<input name="email" type="email" placeholder="Email" required>'
                . '<button>Buy</button></form>');
        }
        if ("$method $path" === 'POST /buy') {
            parse_str($body, $form);
            return $this->buy((string) ($form['name'] ?? ''), (string) ($form['email'] ?? ''));
        }
        if ("$method $path" === 'POST /webhooks') {
            return $this->receive($body, $headers);
        }
        if ($method === 'GET' && $parts[0] === 'orders' && count($parts) === 2) {
            return $this->show($parts[1]);
        }
        if ($method === 'POST' && $parts[0] === 'orders' && ($parts[2] ?? '') === 'refund') {
            // In a real shop, only your staff may do this.
            return $this->refund($parts[1]);
        }
        return self::page('Not found', 404);
    }

    private function buy(string $name, string $email): array
    {
        $order = bin2hex(random_bytes(16));
        $this->run('insert into customer_order (id, amount) values (?, ?)', $order, self::PRICE);
        try {
            // The amount is ours, never the form's.
            $payment = $this->cowrie->transactions->initialize([
                'amount' => self::PRICE,
                'email' => $email,
                'name' => $name,
                'reference' => $order,
                'callback_url' => "$this->url/orders/$order",
            ]);
        } catch (ApiException $error) {
            $wrong = implode(', ', array_column($error->fields, 'message'));
            return self::page(htmlspecialchars($wrong ?: $error->getMessage()), 400);
        }
        return [303, ['Location' => $payment['authorization_url']], ''];
    }

    /** The customer comes here from the checkout, perhaps before the webhook. */
    private function show(string $order): array
    {
        if ($this->state($order) === null) {
            return self::page('Not found', 404);
        }
        $this->settle($order);
        $ticket = $this->value('select number from ticket where order_id = ?', $order);
        $text = "Order $order: {$this->state($order)}";
        return self::page($text . ($ticket === null ? '' : ", ticket $ticket"));
    }

    /** @param array<string, mixed> $headers */
    private function receive(string $body, array $headers): array
    {
        try {
            $hook = Webhook::verify($body, $headers, $this->secret);
        } catch (WebhookException $error) {
            return [$error->status, [], $error->getMessage()];
        }
        // It can arrive twice, or after the customer: then nothing is left to change.
        $reference = $hook->data['reference'] ?? '';
        if ($hook->event === 'transaction.success' && $this->state($reference) !== null) {
            $this->settle($reference);
        }
        if (in_array($hook->event, ['refund.processed', 'refund.failed'], true)) {
            $this->finishRefund($hook->data);
        }
        return [200, [], 'Thank you'];
    }

    /** Fulfils the order once, if it is paid in full. */
    private function settle(string $order): void
    {
        if ($this->state($order) !== 'open') {
            return;
        }
        try {
            $paid = $this->cowrie->transactions->verify($order);
        } catch (ApiException $error) {
            if ($error->errorCode === 'transaction_not_found') {
                return;
            }
            throw $error;
        }
        $amount = (int) $this->value('select amount from customer_order where id = ?', $order);
        // `amount` includes the fee if the customer bears it; `requested_amount` is the price.
        $told = [$paid['status'], $paid['requested_amount'], $paid['currency']];
        if ($told !== ['success', $amount, 'NGN']) {
            return;
        }
        $this->db->beginTransaction();
        try {
            $change = "update customer_order set state = 'paid' where id = ? and state = 'open'";
            if ($this->run($change, $order)->rowCount() === 1) {
                $ticket = 'insert into ticket (order_id, number) values (?, ?)';
                $this->run($ticket, $order, bin2hex(random_bytes(4)));
            }
            $this->db->commit();
        } catch (Throwable $error) {
            $this->db->rollBack();
            throw $error;
        }
    }

    private function refund(string $order): array
    {
        $change = "update customer_order set state = 'refunding' where id = ? and state = 'paid'";
        $this->run($change, $order);
        if ($this->state($order) !== 'refunding') {
            return self::page('Only a paid order can be refunded', 409);
        }
        // A second click, or a repetition after a crash, has the same key and refunds once.
        $params = ['transaction' => $order];
        $refund = $this->cowrie->refunds->create($params, idempotencyKey: "refund-$order");
        $this->finishRefund($this->cowrie->refunds->get($refund['id']));
        return [303, ['Location' => "/orders/$order"], ''];
    }

    /** @param array<string, mixed> $refund */
    private function finishRefund(array $refund): void
    {
        $end = ['processed' => 'refunded', 'failed' => 'refund_failed'][$refund['status']] ?? null;
        if ($end !== null) {
            $change = "update customer_order set state = ? where id = ? and state = 'refunding'";
            $this->run($change, $end, $refund['transaction_reference']);
        }
    }

    private function state(string $order): ?string
    {
        return $this->value('select state from customer_order where id = ?', $order);
    }

    private function value(string $statement, string ...$values): ?string
    {
        $value = $this->run($statement, ...$values)->fetchColumn();
        return $value === false ? null : (string) $value;
    }

    private function run(string $statement, mixed ...$values): PDOStatement
    {
        $prepared = $this->db->prepare($statement);
        $prepared->execute($values);
        return $prepared;
    }

    private static function page(string $text, int $status = 200): array
    {
        $headers = ['Content-Type' => 'text/html; charset=utf-8'];
        return [$status, $headers, "<!doctype html><title>Shop</title>$text"];
    }
}
