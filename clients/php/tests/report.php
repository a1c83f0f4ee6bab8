<?php

declare(strict_types=1);

// Runs the tests here and prints a line of JSON for each, for `npm test`. client.php says which
// environment variables they need.

require __DIR__ . '/../autoload.php';

set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

final class Check
{
    public static int $count = 0;

    public static function same(mixed $expected, mixed $actual): void
    {
        self::$count++;
        if ($expected !== $actual) {
            $text = static fn (mixed $one) => json_encode($one) ?: serialize($one);
            throw new LogicException("Expected {$text($expected)}, not {$text($actual)}.");
        }
    }

    /**
     * @template T of Throwable
     * @param class-string<T> $class
     * @return T
     */
    public static function throws(string $class, callable $call): Throwable
    {
        try {
            $call();
        } catch (Throwable $error) {
            if ($error instanceof $class) {
                self::$count++;
                return $error;
            }
            throw $error;
        }
        throw new LogicException("Expected a $class.");
    }
}

foreach (['client.php', 'webhooks.php', 'psr18.php', 'shop.php'] as $file) {
    foreach (require __DIR__ . "/$file" as $name => $test) {
        $error = null;
        Check::$count = 0;
        try {
            $test();
            if (Check::$count === 0) {
                throw new LogicException('Nothing was checked.');
            }
        } catch (Throwable $thrown) {
            $error = (string) $thrown;
        }
        echo '@' . json_encode(['test' => $name, 'error' => $error]) . "\n";
    }
}
echo '@' . json_encode(['end' => PHP_VERSION]) . "\n";
