<?php

declare(strict_types=1);

namespace Cowrie;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** Any PSR-18 client. Give it a timeout, and let it follow no redirects. */
final class Psr18Transport implements Transport
{
    public function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function send(Request $request): Response
    {
        $made = $this->requests->createRequest($request->method, $request->url);
        foreach ($request->headers as $name => $value) {
            $made = $made->withHeader($name, $value);
        }
        if ($request->body !== null) {
            $made = $made->withBody($this->streams->createStream($request->body));
        }
        try {
            $answer = $this->client->sendRequest($made);
            $body = (string) $answer->getBody();
        } catch (ClientExceptionInterface $error) {
            $what = "$request->method $request->url: {$error->getMessage()}";
            throw new ConnectionException('connection_failed', $what, previous: $error);
        }
        $headers = [];
        foreach (array_keys($answer->getHeaders()) as $name) {
            $headers[strtolower((string) $name)] = $answer->getHeaderLine((string) $name);
        }
        return new Response($answer->getStatusCode(), $headers, $body);
    }
}
