// Values that the first test file to need one creates, and the process's other files share. `npm
// test` ends them when all files of the process have run.

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

/** For helpers used by many files: a node:test hook belongs to the first file that imports it. */
export function atEnd(end: () => unknown): void {
  ends.push(end)
}

/** Ends a process that something keeps open and prints the cause; the run would wait for it. */
export async function endShared(): Promise<void> {
  await Promise.all(ends.splice(0).map((end) => end()))
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    process.stderr.write(`Open after the last test, so the process does not end: ${open}\n`)
    process.exit(1)
  }, OPEN_MS).unref()
}
