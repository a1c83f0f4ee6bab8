<?php

declare(strict_types=1);

namespace Cowrie;

/** `$errorCode` is `no_timestamp`, `stale` or `forged`; respond with `$status`. */
final class WebhookException extends CowrieException
{
}
