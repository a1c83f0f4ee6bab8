// What one process makes for the first of its test files that needs it, and keeps for the others.
// `npm test` ends it when all files of the process have run.

const OPEN_MS = 60_000

const ends: (() => unknown)[] = []

export function shared<Value>(
  make: () => Promise<Value>,
  end: (made: Value) => Promise<void>,
): () => Promise<Value> {
  let made: Promise<Value> | null = null
  return () => {
    if (made === null) {
      made = make()
      atEnd(async () => end(await made!))
    }
    return made
  }
}

/** For helpers of many files: hooks of node:test are those of the first file that reads them. */
export function atEnd(end: () => unknown): void {
  ends.push(end)
}

/** A process that something keeps open is ended, and says by what: the run would wait for it. */
export async function endShared(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()))
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    process.stderr.write(`Open after the last test, so the process does not end: ${open}\n`)
    process.exit(1)
  }, OPEN_MS).unref()
}
