<?php

declare(strict_types=1);

namespace Cowrie;

/**
 * There was no whole answer, so whether the call had an effect is unknown. `$errorCode` is
 * `timeout`, `connection_failed` or `invalid_response`.
 */
final class ConnectionException extends CowrieException
{
}
