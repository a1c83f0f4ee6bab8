/** Counts turns of the event loop during `run`; blocking work makes none. */
export async function countTurns<Result>(
  run: () => Promise<Result>,
): Promise<{ result: Result; turns: number }> {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    const result = await run()
    return { result, turns }
  } finally {
    isOver = true
  }
}
