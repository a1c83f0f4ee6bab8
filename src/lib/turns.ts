// One after the other, in the order in which they came, those who ask by the same key; others do
// not wait. In the memory of one process.

export type Turns = <Result>(key: string, run: () => Promise<Result>) => Promise<Result>

export function turns(): Turns {
  const last = new Map<string, Promise<unknown>>()

  return async (key, run) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(run, run)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}
