<?php

declare(strict_types=1);

namespace Cowrie;

/**
 * One page of a list. Iterate over it to get the items of this and all following pages.
 *
 * @template T
 * @implements \IteratorAggregate<int, T>
 */
final class Page implements \IteratorAggregate
{
    /**
     * @param list<T> $data
     * @param array<string, mixed> $meta
     * @param \Closure(string): Page<T> $load
     */
    public function __construct(
        public readonly array $data,
        public readonly array $meta,
        private readonly \Closure $load,
    ) {
    }

    /** @return Page<T>|null */
    public function nextPage(): ?Page
    {
        $cursor = $this->meta['next'] ?? null;
        return $cursor === null ? null : ($this->load)($cursor);
    }

    /** @return \Generator<int, T> */
    public function getIterator(): \Generator
    {
        $i = 0;
        for ($page = $this; $page !== null; $page = $page->nextPage()) {
            foreach ($page->data as $item) {
                yield $i++ => $item;
            }
        }
    }
}
