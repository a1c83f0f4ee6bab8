<?php

declare(strict_types=1);

namespace Cowrie;

/** The transport that is used unless you pass another. Keeps its connection open. */
final class CurlTransport implements Transport
{
    private ?\CurlHandle $handle = null;

    public function send(Request $request): Response
    {
        $this->handle ??= curl_init() ?: throw new \RuntimeException('curl_init failed');
        curl_reset($this->handle);
        $headers = [];
        curl_setopt_array($this->handle, [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => self::lines($request),
            CURLOPT_RETURNTRANSFER => true,
            // curl would send the secret key to wherever a redirect leads.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => max(1, (int) ceil($request->timeout * 1000)),
            // Without it, a timeout below a second fails at once on some systems.
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $headers[strtolower(trim($parts[0]))] = trim($parts[1]);
                } elseif (str_starts_with($line, 'HTTP/')) {
                    $headers = [];
                }
                return strlen($line);
            },
        ] + ($request->body === null ? [] : [CURLOPT_POSTFIELDS => $request->body]));
        $body = curl_exec($this->handle);
        if (!is_string($body)) {
            $number = curl_errno($this->handle);
            $code = $number === CURLE_OPERATION_TIMEDOUT ? 'timeout' : 'connection_failed';
            $what = "$request->method $request->url: " . curl_error($this->handle);
            throw new ConnectionException($code, $what);
        }
        $status = (int) curl_getinfo($this->handle, CURLINFO_RESPONSE_CODE);
        return new Response($status, $headers, $body);
    }

    /** @return list<string> */
    private static function lines(Request $request): array
    {
        // Without `Expect:`, curl waits a second before it sends a large body.
        $lines = ['Expect:'];
        foreach ($request->headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        return $lines;
    }
}
