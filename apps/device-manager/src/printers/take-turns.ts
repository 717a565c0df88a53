/** Runs work one after the other. A printer accepts one connection at a time. */
export function takeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }
}
