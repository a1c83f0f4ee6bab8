<?php

// What each client for PHP is driven with: our own API, and the report of its calls.

const ACCOUNT = ['account_number' => '0000000018', 'bank_code' => '058'];

$failed = 0;
register_shutdown_function(fn () => $GLOBALS['failed'] > 0 && exit(1));

/** Prints a line of JSON: the name of the call, and why it failed. Returns its answer. */
function call(string $name, callable $run, ?callable $fits = null)
{
    $why = null;
    $answer = null;
    $fits ??= fn ($answer) => isset($answer->status) && $answer->status === true;
    try {
        $answer = $run();
        if (!$fits($answer)) {
            $why = 'unexpected answer: ' . substr(json_encode($answer), 0, 500);
        }
    } catch (Throwable $error) {
        $why = get_class($error) . ': ' . $error->getMessage();
    }
    $GLOBALS['failed'] += $why !== null ? 1 : 0;
    echo json_encode(['call' => $name, 'why' => $why]), "\n";
    return $answer;
}

function own(string $name): string
{
    return $name . '-' . bin2hex(random_bytes(4));
}

/** Our own API. */
function send(string $path, array $body): void
{
    $channel = curl_init(getenv('COWRIE_URL') . "/api/v1$path");
    curl_setopt_array($channel, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_POSTFIELDS => json_encode($body),
        CURLOPT_HTTPHEADER => [
            'Authorization: Bearer ' . getenv('SHOP_KEY'),
            'Content-Type: application/json',
        ],
    ]);
    curl_exec($channel);
}

/** Pays as the customer would. */
function pay(string $reference): void
{
    send("/sandbox/transactions/$reference/pay", ['channel' => 'card']);
}

/** Loads the classes of these folders by their namespaces, as Composer does. */
function load(array $folders): void
{
    spl_autoload_register(function (string $class) use ($folders) {
        foreach ($folders as $namespace => $folder) {
            if (!str_starts_with($class, $namespace)) {
                continue;
            }
            $path = $folder . '/' . strtr(substr($class, strlen($namespace)), '\\', '/') . '.php';
            if (is_file($path)) {
                require $path;
                return;
            }
        }
    });
}
