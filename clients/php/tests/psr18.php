<?php

declare(strict_types=1);

// The interfaces of PSR-7, 17 and 18, as far as Psr18Transport uses them: none is installed here.

namespace Psr\Http\Message {
    if (!interface_exists(RequestInterface::class)) {
        interface StreamInterface
        {
            public function __toString(): string;
        }
        interface RequestInterface
        {
            public function withHeader(string $name, string $value): self;

            public function withBody(StreamInterface $body): self;
        }
        interface ResponseInterface
        {
            public function getStatusCode(): int;

            public function getHeaders(): array;

            public function getHeaderLine(string $name): string;

            public function getBody(): StreamInterface;
        }
        interface RequestFactoryInterface
        {
            public function createRequest(string $method, string $uri): RequestInterface;
        }
        interface StreamFactoryInterface
        {
            public function createStream(string $content): StreamInterface;
        }
    }
}

namespace Psr\Http\Client {
    if (!interface_exists(ClientInterface::class)) {
        interface ClientExceptionInterface extends \Throwable
        {
        }
        interface ClientInterface
        {
            public function sendRequest(
                \Psr\Http\Message\RequestInterface $request,
            ): \Psr\Http\Message\ResponseInterface;
        }
    }
}

namespace {
    use Cowrie\ApiException;
    use Cowrie\ConnectionException;
    use Cowrie\Cowrie;
    use Cowrie\Psr18Transport;
    use Psr\Http\Client\ClientExceptionInterface;
    use Psr\Http\Client\ClientInterface;
    use Psr\Http\Message\RequestFactoryInterface;
    use Psr\Http\Message\RequestInterface;
    use Psr\Http\Message\ResponseInterface;
    use Psr\Http\Message\StreamFactoryInterface;
    use Psr\Http\Message\StreamInterface;

    final class PsrText implements StreamInterface
    {
        public function __construct(private readonly string $text)
        {
        }

        public function __toString(): string
        {
            return $this->text;
        }
    }

    final class PsrRequest implements RequestInterface
    {
        /** @var array<string, string> */
        public array $headers = [];
        public string $body = '';

        public function __construct(public readonly string $method, public readonly string $uri)
        {
        }

        public function withHeader(string $name, string $value): self
        {
            $made = clone $this;
            $made->headers[$name] = $value;
            return $made;
        }

        public function withBody(StreamInterface $body): self
        {
            $made = clone $this;
            $made->body = (string) $body;
            return $made;
        }
    }

    final class PsrFactory implements RequestFactoryInterface, StreamFactoryInterface
    {
        public function createRequest(string $method, string $uri): RequestInterface
        {
            return new PsrRequest($method, $uri);
        }

        public function createStream(string $content): StreamInterface
        {
            return new PsrText($content);
        }
    }

    final class PsrFailure extends \RuntimeException implements ClientExceptionInterface
    {
    }

    final class PsrAnswer implements ResponseInterface
    {
        public function getStatusCode(): int
        {
            return 429;
        }

        public function getHeaders(): array
        {
            return ['Retry-After' => ['90']];
        }

        public function getHeaderLine(string $name): string
        {
            return $name === 'Retry-After' ? '90' : '';
        }

        public function getBody(): StreamInterface
        {
            return new PsrText('{"code":"rate_limited","message":"Wait."}');
        }
    }

    final class PsrClient implements ClientInterface
    {
        /** @var list<PsrRequest> */
        public array $sent = [];

        public function __construct(private readonly bool $fails)
        {
        }

        public function sendRequest(RequestInterface $request): ResponseInterface
        {
            $this->sent[] = $request;
            return $this->fails ? throw new PsrFailure('gone') : new PsrAnswer();
        }
    }

    $cowrieOver = static fn (PsrClient $client) => new Cowrie(
        'sk_test_x',
        'https://pay.example.com',
        maxRetries: 1,
        transport: new Psr18Transport($client, new PsrFactory(), new PsrFactory()),
        sleep: static fn (float $seconds) => null,
    );

    return [
        'a PSR-18 client sends what curl would, and its answer is read alike' => static function () use (
            $cowrieOver,
        ) {
            $client = new PsrClient(false);
            $call = fn () => $cowrieOver($client)->sandbox->setBalance(['amount' => 5]);
            $error = Check::throws(ApiException::class, $call);
            Check::same([429, 'rate_limited', 90], [$error->status, $error->errorCode, $error->retryAfter]);
            $sent = $client->sent[0];
            Check::same(['POST', '{"amount":5}'], [$sent->method, $sent->body]);
            Check::same('https://pay.example.com/api/v1/sandbox/wallet', $sent->uri);
            Check::same('Bearer sk_test_x', $sent->headers['Authorization']);
            Check::same($error->idempotencyKey, $sent->headers['Idempotency-Key']);
        },
        'a PSR-18 client that fails is a failed connection, tried again' => static function () use ($cowrieOver) {
            $client = new PsrClient(true);
            $call = fn () => $cowrieOver($client)->balance->get();
            $error = Check::throws(ConnectionException::class, $call);
            Check::same(['connection_failed', 2], [$error->errorCode, count($client->sent)]);
        },
    ];
}
