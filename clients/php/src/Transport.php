<?php

declare(strict_types=1);

namespace Cowrie;

interface Transport
{
    /**
     * Sends one request, and follows no redirect.
     *
     * @throws ConnectionException without a whole answer; `timeout` after that many seconds
     */
    public function send(Request $request): Response;
}
