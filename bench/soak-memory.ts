import { appendFileSync } from 'node:fs'
import { constants, PerformanceObserver } from 'node:perf_hooks'

// Loaded into the service before its own code (`--import`): writes down each second what memory it
// has, as anybody could ask it. Nothing is collected that would not be collected anyway.

const EVERY_MS = 1_000
const file = process.env['COWRIE_SOAK_MEMORY']

export type Memory = {
  pid: number
  /** Of the clock that all processes of this machine share, milliseconds. */
  at: number
  /** Bytes. */
  heapUsed: number
  external: number
  /** Full collections so far. */
  collections: number
}

let collections = 0
if (file !== undefined) {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { detail } = entry as PerformanceEntry & { detail: { kind: number } }
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections += 1
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  const write = () => {
    const { heapUsed, external } = process.memoryUsage()
    const memory: Memory = { pid: process.pid, at: Date.now(), heapUsed, external, collections }
    appendFileSync(file, `${JSON.stringify(memory)}\n`)
  }
  setInterval(write, EVERY_MS).unref()
}
