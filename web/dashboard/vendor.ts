// The dependencies of the first pages, in a chunk of their own that browsers keep while our code
// changes. Listed here, so that the bundler keeps them together.

export { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
export { createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
export { nice, ticks } from 'd3-array'
export { default as createClient } from 'openapi-fetch'
export { createElement, useState } from 'react'
export { createRoot } from 'react-dom/client'
