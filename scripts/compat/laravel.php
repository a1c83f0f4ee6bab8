<?php

// unicodeveloper/laravel-paystack over Guzzle. What it needs of Laravel is a stand-in: settings,
// the request, a redirect.

namespace Illuminate\Support\Facades {
    class Config
    {
        public static function get(string $name): string
        {
            $url = getenv('COWRIE_URL') . '/paystack';
            return $name === 'paystack.paymentUrl' ? $url : getenv('SHOP_KEY');
        }
    }
}

namespace {
    require __DIR__ . '/shop.php';

    $sources = getenv('COWRIE_SOURCES');
    load([
        'Unicodeveloper\\Paystack\\' => "$sources/unicodeveloper/laravel-paystack/src",
        'GuzzleHttp\\Psr7\\' => "$sources/guzzle/psr7/src",
        'GuzzleHttp\\Promise\\' => "$sources/guzzle/promises/src",
        'GuzzleHttp\\' => "$sources/guzzle/guzzle/src",
        'Psr\\Http\\Message\\' => "$sources/php-fig/http-message/src",
        'Psr\\Http\\Client\\' => "$sources/php-fig/http-client/src",
    ]);
    load(['Psr\\Http\\Message\\' => "$sources/php-fig/http-factory/src"]);
    require "$sources/symfony/deprecation-contracts/function.php";
    require "$sources/guzzle/guzzle/src/functions_include.php";

    /** The request that the customer's browser sends. */
    function request()
    {
        return $GLOBALS['request'];
    }

    function redirect(string $url): string
    {
        return $url;
    }

    #[AllowDynamicProperties]
    class Request
    {
        public function __construct(public array $fields)
        {
        }

        public function __get(string $name)
        {
            return $this->fields[$name] ?? null;
        }

        public function query(string $name)
        {
            return $this->fields[$name] ?? null;
        }
    }

    set_error_handler(fn () => true, E_DEPRECATED);
    $paystack = new Unicodeveloper\Paystack\Paystack();
    $reference = own('laravel');
    $request = new Request([
        'amount' => 500000,
        'email' => 'ada@example.com',
        'reference' => $reference,
        'metadata' => '{"order": 7}',
    ]);
    $is = fn (string $pattern) => fn ($text) => preg_match($pattern, (string) $text) === 1;
    $redirected = fn () => $paystack->getAuthorizationUrl()->redirectNow();
    call('getAuthorizationUrl()->redirectNow', $redirected, $is('~^http.*/checkout/~'));
    call('getAccessCode', fn () => $paystack->getAccessCode(), $is('/^[A-Za-z0-9_-]+$/'));
    pay($reference);
    $request = new Request(['trxref' => $reference]);
    $paid = fn ($answer) => $answer['data']['status'] === 'success'
        && $answer['data']['metadata'] === ['order' => 7];
    call('getPaymentData', fn () => $paystack->getPaymentData(), $paid);
    $isList = fn ($answer) => is_array($answer);
    call('getAllCustomers', fn () => $paystack->getAllCustomers(), $isList);
    call('getAllTransactions', fn () => $paystack->getAllTransactions(), fn ($all) => count($all) > 0);
    $request = new Request(['trxref' => 'none']);
    $none = function () use ($paystack) {
        try {
            return $paystack->isTransactionVerificationValid();
        } catch (GuzzleHttp\Exception\ClientException $error) {
            return $error->getCode();
        }
    };
    call('isTransactionVerificationValid, unknown', $none, fn ($code) => $code === 400);
}
