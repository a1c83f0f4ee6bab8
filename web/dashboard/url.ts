import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

// The query string holds the state of a page: strings by name, which anyone may edit.

type Search = Record<string, string>

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

export function writeSearch(search: Record<string, unknown>): string {
  const texts = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const written = new URLSearchParams(texts.map(([name, value]) => [name, String(value)]))
  return texts.length === 0 ? '' : `?${written}`
}

export function useSearch(): Search {
  const searchText = useLocation({ select: (location) => location.searchStr })
  return useMemo(() => parseSearch(searchText), [searchText])
}

/** `set({ status: 'failed', cursor: undefined })`: undefined removes a parameter. */
export function useSetSearch() {
  const navigate = useNavigate()
  return useCallback(
    (change: Record<string, string | undefined>, how: { isNewStep?: boolean } = {}) =>
      navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...change }),
        replace: !how.isNewStep,
        resetScroll: false,
      } as never),
    [navigate],
  )
}

/** Replaces all of it, as a new step of the browser's history. */
export function useReplaceSearch() {
  const navigate = useNavigate()
  return useCallback(
    (search: Search) => void navigate({ to: '.', search, resetScroll: false } as never),
    [navigate],
  )
}

/** A part of the path: `useParam('id')`. */
export function useParam(name: string): string {
  const params = useParams({ strict: false }) as Record<string, string | undefined>
  return params[name] ?? ''
}
