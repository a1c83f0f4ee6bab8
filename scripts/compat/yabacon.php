<?php

// yabacon/paystack-php: answers are objects; an error is an exception.

require __DIR__ . '/shop.php';
require getenv('COWRIE_SOURCES') . '/yabacon/paystack-php/src/autoload.php';

$client = new Yabacon\Paystack(getenv('SHOP_KEY'));

$reference = own('order-php');
$asked = ['email' => 'ada@example.com', 'amount' => 500000, 'reference' => $reference];
call('transaction->initialize', fn () => $client->transaction->initialize($asked));
pay($reference);
$verify = fn () => $client->transaction->verify(['reference' => $reference]);
$paid = call('transaction->verify', $verify);
call('transaction->fetch', fn () => $client->transaction($paid->data->id));
call('transaction->getList', fn () => $client->transactions(['perPage' => 2]));
call('transaction->totals', fn () => $client->transaction->totals());
call('transaction->export', fn () => $client->transaction->export());

$person = ['email' => 'tunde@example.com', 'first_name' => 'Tunde', 'last_name' => 'Sample'];
$customer = call('customer->create', fn () => $client->customer->create($person));
$code = $customer->data->customer_code;
call('customer->fetch', fn () => $client->customer($code));
call('customer->getList', fn () => $client->customers());
$changed = ['last_name' => 'Example'];
call('customer->update', fn () => $client->customer->update($changed, ['id' => $code]));

$cook = [
    'business_name' => 'Cook',
    'settlement_bank' => ACCOUNT['bank_code'],
    'account_number' => ACCOUNT['account_number'],
    'percentage_charge' => 10,
];
$subaccount = call('subaccount->create', fn () => $client->subaccount->create($cook));
$code = $subaccount->data->subaccount_code;
call('subaccount->fetch', fn () => $client->subaccount($code));
call('subaccount->getList', fn () => $client->subaccount->getList());
$changed = ['business_name' => 'Cooks'];
call('subaccount->update', fn () => $client->subaccount->update($changed, ['id' => $code]));

$to = ['type' => 'nuban', 'name' => 'Ada Example'] + ACCOUNT;
$create = fn () => $client->transferrecipient->create($to);
$recipient = call('transferrecipient->create', $create)->data->recipient_code;
$order = ['source' => 'balance', 'amount' => 10000, 'recipient' => $recipient];
$sent = call('transfer->initiate', fn () => $client->transfer->initiate($order));
call('transferrecipient->getList', fn () => $client->transferrecipients());
call('transfer->fetch', fn () => $client->transfer($sent->data->transfer_code));
call('transfer->getList', fn () => $client->transfers());
call('transfer->disableOtp', fn () => $client->transfer->disableOtp());

call('settlement->getList', fn () => $client->settlements());
call('balance->getList', fn () => $client->balance->getList());
call('bank->getList', fn () => $client->banks());
call('bank->resolve', fn () => $client->bank->resolve(ACCOUNT));

// Its event is captured from the request of a web server; here, it is given one.
$told = json_decode(getenv('SHOP_WEBHOOK'));
class Heard extends Yabacon\Paystack\Event
{
    public function __construct(object $told)
    {
        [$this->raw, $this->signature] = [$told->body, $told->signature];
        $this->loadObject();
    }
}
$owner = fn () => (new Heard($told))->discoverOwner(['other' => 'sk_x', 'own' => getenv('SHOP_KEY')]);
call('Event->discoverOwner', $owner, fn ($name) => $name === 'own');
