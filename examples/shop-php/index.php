<?php

declare(strict_types=1);

use Cowrie\Cowrie;
use Cowrie\CowrieException;

require __DIR__ . '/../../clients/php/autoload.php';
require __DIR__ . '/Shop.php';

$secret = getenv('WEBHOOK_SECRET') ?: throw new RuntimeException('Set WEBHOOK_SECRET.');
$db = new PDO('sqlite:' . (getenv('SHOP_DATABASE') ?: 'shop.sqlite'));
$shop = new Shop(new Cowrie(), $secret, getenv('SHOP_URL') ?: 'http://localhost:3000', $db);
try {
    [$status, $headers, $text] = $shop->handle(
        $_SERVER['REQUEST_METHOD'],
        $_SERVER['REQUEST_URI'],
        $_SERVER,
        (string) file_get_contents('php://input'),
    );
} catch (CowrieException $error) {
    error_log((string) $error);
    [$status, $headers, $text] = [503, [], 'Please try again in a minute'];
}
http_response_code($status);
foreach ($headers as $name => $value) {
    header("$name: $value");
}
echo $text;
