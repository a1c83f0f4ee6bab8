<?php

declare(strict_types=1);

// For a project without Composer: require this file.

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . strtr(substr($class, 7), '\\', '/') . '.php';
    if (str_starts_with($class, 'Cowrie\\') && is_file($file)) {
        require $file;
    }
});
