// What others wrote and every page stands on: a file of its own, which browsers keep while ours
// change. Named here, so that the bundler keeps it together.

export { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
export { createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
export { nice, ticks } from 'd3-array'
export { default as createClient } from 'openapi-fetch'
export { Dialog, DropdownMenu, Tabs, Tooltip } from 'radix-ui'
export { createElement, useState } from 'react'
export { createRoot } from 'react-dom/client'
