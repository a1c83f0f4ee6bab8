import { useEffect, useRef, useState } from 'react'
import { getFile, type Options, type PathOf } from './api.ts'
import { toast, toastError } from './parts/toast.tsx'

// A file that may be long: it says how far it is, and can be stopped. It is saved only when it is
// whole: what breaks off halfway is told, and nothing is kept of it.

const LINE_END = 10

export type Download = {
  isBusy: boolean
  /** Lines so far, of as many as the service has said. */
  done: number
  total: number | null
  start: (path: PathOf<'GET'>, options: Pick<Options, 'params' | 'query'>) => void
  stop: () => void
}

type How = { /** Of the file on the disk. */ name: string; said?: string }

export function useDownload({ name, said = 'The file is saved.' }: How): Download {
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState(0)
  const [total, setTotal] = useState<number | null>(null)
  const leaving = useRef<AbortController | null>(null)

  // Whoever leaves the page leaves the file, and the service stops writing it.
  useEffect(() => () => leaving.current?.abort(), [])

  const run = async (path: PathOf<'GET'>, options: Pick<Options, 'params' | 'query'>) => {
    const { signal } = leaving.current!
    try {
      const answer = await getFile(path, { ...options, signal })
      const count = Number(answer.headers.get('x-total-count') ?? Number.NaN)
      setTotal(Number.isFinite(count) ? count : null)
      const parts = await read(answer, setDone)
      save(
        new Blob(parts, { type: answer.headers.get('content-type') ?? '' }),
        nameOf(answer, name),
      )
      toast(said)
    } catch (error) {
      if (!signal.aborted) toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    done,
    total,
    start: (path, options) => {
      leaving.current = new AbortController()
      setDone(0)
      setTotal(null)
      setBusy(true)
      void run(path, options)
    },
    stop: () => leaving.current?.abort(),
  }
}

async function read(answer: Response, say: (lines: number) => void): Promise<BlobPart[]> {
  const reader = answer.body!.getReader()
  const parts: BlobPart[] = []
  // The head is no line of the list.
  for (let lines = -1; ; ) {
    const { done, value } = await reader.read()
    if (done) return parts
    parts.push(value)
    for (const byte of value) if (byte === LINE_END) lines += 1
    say(Math.max(0, lines))
  }
}

function nameOf(answer: Response, otherwise: string): string {
  const header = answer.headers.get('content-disposition') ?? ''
  return /filename="([^"]+)"/.exec(header)?.[1] ?? otherwise
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
