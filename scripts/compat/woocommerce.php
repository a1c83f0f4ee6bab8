<?php

// Paystack's plugin for WooCommerce, its files unchanged, in PHP's web server. WordPress and the
// shop are stand-ins: one order, whose state is a file. As a filter of WordPress (`pre_http_request`)
// would, `wp_remote_*` sends what is for Paystack to Cowrie.
//
//   GET  /order               the order and its notes
//   GET  /?paystack_txnref=…  what the shop calls once the pop-up has told it of success
//   GET  /refund              refunds half of the order
//   POST /                    its webhook

const ABSPATH = '/';
const WC_VERSION = '9.0.0';
const WC_PAYSTACK_VERSION = '5';
const WC_PAYSTACK_MAIN_FILE = __FILE__;

$plugin = getenv('COWRIE_SOURCES') . '/PaystackHQ/plugin-woocommerce/includes';
set_error_handler(fn () => true, E_DEPRECATED);

class WC_Payment_Gateway
{
    public $settings;

    public function init_settings()
    {
    }

    public function get_option($name)
    {
        $secret = getenv('SHOP_KEY');
        $set = ['testmode' => 'yes', 'test_secret_key' => $secret, 'test_public_key' => 'pk_test_x'];
        return $set[$name] ?? '';
    }

    public function get_return_url($order)
    {
        return '/thanks';
    }
}

class WC_Payment_Gateway_CC extends WC_Payment_Gateway
{
}

class WP_Error
{
    public function __construct(public string $code, public string $message)
    {
    }
}

class Order
{
    public array $now;

    public function __construct()
    {
        $path = getenv('COWRIE_ORDER');
        $this->now = is_file($path) ? json_decode(file_get_contents($path), true) : [
            'status' => 'pending',
            'reference' => null,
            'notes' => [],
        ];
    }

    private function keep(array $change): void
    {
        $this->now = [...$this->now, ...$change];
        file_put_contents(getenv('COWRIE_ORDER'), json_encode($this->now));
    }

    public function get_status()
    {
        return $this->now['status'];
    }

    public function update_status($status)
    {
        $this->keep(['status' => $status]);
    }

    public function payment_complete($reference)
    {
        $this->keep(['status' => 'processing', 'reference' => $reference]);
    }

    public function add_order_note($note)
    {
        $this->keep(['notes' => [...$this->now['notes'], $note]]);
    }

    public function get_transaction_id()
    {
        return $this->now['reference'];
    }

    public function get_total()
    {
        return 5000;
    }

    public function get_currency()
    {
        return 'NGN';
    }

    public function get_user_id()
    {
        return 1;
    }

    public function get_billing_email()
    {
        return 'ada@example.com';
    }
}

function wp_remote_request(string $method, string $url, array $given)
{
    if (!str_starts_with($url, 'https://api.paystack.co')) {
        return ['code' => 0, 'body' => ''];
    }
    $url = str_replace('https://api.paystack.co', getenv('COWRIE_URL') . '/paystack', $url);
    $channel = curl_init($url);
    $headers = [];
    foreach ($given['headers'] as $name => $value) {
        $headers[] = "$name: $value";
    }
    curl_setopt_array($channel, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HTTPHEADER => $headers,
    ]);
    if (isset($given['body'])) {
        $body = $given['body'];
        curl_setopt($channel, CURLOPT_POSTFIELDS, is_array($body) ? http_build_query($body) : $body);
    }
    $body = curl_exec($channel);
    return ['code' => curl_getinfo($channel, CURLINFO_HTTP_CODE), 'body' => $body];
}

function wp_remote_get($url, $given)
{
    return wp_remote_request('GET', $url, $given);
}

function wp_remote_post($url, $given)
{
    return wp_remote_request('POST', $url, $given + ['headers' => []]);
}

function wp_remote_retrieve_response_code($answer)
{
    return $answer['code'];
}

function wp_remote_retrieve_body($answer)
{
    return $answer['body'];
}

/** The reference that the plugin has stored for the order when the page opened the pop-up. */
function get_post_meta($id, $name)
{
    return $name === '_paystack_txn_ref' ? getenv('COWRIE_REFERENCE') : '';
}

foreach (['__', 'sanitize_text_field', 'wc_clean', 'esc_html', 'esc_url'] as $name) {
    eval("function $name(\$text) { return \$text; }");
}
foreach (['add_action', 'wc_empty_cart', 'wc_add_notice', 'wp_redirect', 'add_post_meta'] as $name) {
    eval("function $name() {}");
}
function is_wp_error($it)
{
    return $it instanceof WP_Error;
}
function apply_filters($name, $value)
{
    return $value;
}
function wc_get_order()
{
    return new Order();
}
function get_woocommerce_currency()
{
    return 'NGN';
}
function get_woocommerce_currency_symbol()
{
    return '₦';
}
function wc_price($amount)
{
    return "₦$amount";
}
function get_site_url()
{
    return 'https://shop.example';
}
function admin_url($path = '')
{
    return $path;
}
function plugins_url($path)
{
    return $path;
}
/** What it calls in passing. */
class WC
{
    public function __call($name, $given)
    {
        return '';
    }
}
function WC()
{
    return new WC();
}

require "$plugin/class-wc-paystack-plugin-tracker.php";
require "$plugin/class-wc-gateway-paystack.php";
$gateway = new WC_Gateway_Paystack();
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/order') {
    echo json_encode((new Order())->now);
} elseif ($path === '/refund') {
    echo json_encode($gateway->process_refund(7, 2500, 'Too large'));
} elseif ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $gateway->process_webhooks();
} else {
    $gateway->verify_paystack_transaction();
}
