import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isGate } from '../../src/http/gate.ts'
import { ApiError, onAnswer } from './api.ts'
import { paths } from './paths.ts'
import { basePath, settleAddress } from './place.ts'
import { router } from './router.tsx'
import { SESSION, sessionQuery } from './session.ts'

// Starts the page. Query results stay fresh for a while and are refetched when the tab gets focus.

const FRESH_MS = 10_000
const TRIES_MAX = 2

settleAddress()

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // Refusals are final; an unreachable or overloaded service is worth a retry.
      retry: (failures, error) =>
        failures < TRIES_MAX && error instanceof ApiError && isPassing(error),
    },
    mutations: { retry: false },
  },
})

/** Whether to say that the session ended; several calls may report it at once. */
let wasSignedIn = false

onAnswer.signedOut = () => {
  const { pathname, searchStr } = router.state.location
  if (isGate(pathname)) return
  wasSignedIn ||= client.getQueryData(SESSION) !== undefined
  void router.navigate({
    to: paths.signIn(),
    search: { back: `${pathname}${searchStr}`, ...(wasSignedIn && { out: 'yes' }) },
  } as never)
  client.clear()
}

// The frame that the service has sent stays until there is something to put into it.
const needsSession = !isGate(location.pathname.slice(basePath.length))
await Promise.allSettled([router.load(), needsSession ? client.prefetchQuery(sessionQuery) : null])
const root = document.getElementById('root') as HTMLElement
root.replaceChildren()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

function isPassing({ status }: ApiError): boolean {
  return status === 0 || status === 503
}
