import { useEffect, useRef, useState } from 'react'
import { getFile, type Options, type PathOf } from '../api.ts'
import { count } from '../naira.ts'
import { useCan } from '../session.ts'
import { Button } from './button.tsx'
import { toast, toastError } from './toast.tsx'

type Props = {
  /** What is going on, in words. */
  what: string
  done: number
  /** Null if unknown. */
  total: number | null
  /** Omit if it cannot be stopped. */
  onStop?: () => void
}

/** The progress of a long action, and a button to stop it. */
export function Progress({ what, done, total, onStop }: Props) {
  return (
    <div className="progress">
      <progress aria-label={what} {...(total !== null && { value: done, max: total })} />
      <span role="status">
        {what}: {count(done)}
        {total !== null && ` of ${count(total)}`}
      </span>
      {onStop && (
        <Button isSmall onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  )
}

// Downloads a file with progress; it can be stopped. Only a complete file is saved.

const LINE_END = 10
const BYTES_PER_KB = 1024
/** A Blob may be kept on disk; the parts are in memory. */
const FOLD_BYTES = 4_000_000

type Download = {
  isBusy: boolean
  /** Lines received so far; of what is no text, kilobytes. */
  done: number
  total: number | null
  start: (path: PathOf<'GET'>, options: Pick<Options, 'params' | 'query'>) => void
  stop: () => void
}

type How = { /** The name of the saved file. */ name: string; said?: string }

export function useDownload({ name, said = 'The file is saved.' }: How): Download {
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState(0)
  const [total, setTotal] = useState<number | null>(null)
  const leaving = useRef<AbortController | null>(null)

  // Leaving the page stops the download, and the service stops writing it.
  useEffect(() => () => leaving.current?.abort(), [])

  const run = async (path: PathOf<'GET'>, options: Pick<Options, 'params' | 'query'>) => {
    const { signal } = leaving.current!
    try {
      const answer = await getFile(path, { ...options, signal })
      const count = Number(answer.headers.get('x-total-count') ?? Number.NaN)
      setTotal(Number.isFinite(count) ? count : null)
      const parts = await read(answer, setDone)
      saveFile(
        nameOf(answer, name),
        new Blob(parts, { type: answer.headers.get('content-type') ?? '' }),
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

type ExportProps = {
  path: PathOf<'GET'>
  query?: Options['query']
  /** The plural of its rows: `refunds`. */
  what: string
}

/** The button that exports a list with its filters. While it does, the progress replaces it. */
export function ExportButton({ path, query = {}, what }: ExportProps) {
  const name = `${what.replaceAll(' ', '-')}.csv`
  const file = useDownload({ name, said: `Exported ${what}.` })
  const { why } = useCan('export')
  if (file.isBusy) {
    const { done, total, stop } = file
    return <Progress what={`Exporting ${what}`} {...{ done, total }} onStop={stop} />
  }
  return (
    <Button icon="download" why={why} onClick={() => file.start(path, { query })}>
      Export
    </Button>
  )
}

async function read(answer: Response, say: (lines: number) => void): Promise<BlobPart[]> {
  const reader = answer.body!.getReader()
  const isText = answer.headers.get('content-type')?.startsWith('text/') ?? false
  let parts: BlobPart[] = []
  let size = 0
  let whole = 0
  // The header is not counted.
  for (let lines = -1; ; ) {
    const { done, value } = await reader.read()
    if (done) return parts
    parts.push(value)
    size += value.length
    whole += value.length
    if (size > FOLD_BYTES) {
      parts = [new Blob(parts)]
      size = 0
    }
    if (isText) for (const byte of value) if (byte === LINE_END) lines += 1
    say(isText ? Math.max(0, lines) : Math.ceil(whole / BYTES_PER_KB))
  }
}

function nameOf(answer: Response, otherwise: string): string {
  const header = answer.headers.get('content-disposition') ?? ''
  return /filename="([^"]+)"/.exec(header)?.[1] ?? otherwise
}

/** Saves a complete file to the disk. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
