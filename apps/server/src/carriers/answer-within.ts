/**
 * The carrier's answer, or `unknown` when it takes longer than `ms` or the call fails: in both cases the carrier may
 * have acted. The call itself continues; its late answer is discarded.
 */
export async function answerWithin<T>(ms: number, call: () => Promise<T>): Promise<T | { kind: 'unknown' }> {
  const unknown = { kind: 'unknown' } as const
  const { promise, resolve } = Promise.withResolvers<T | { kind: 'unknown' }>()
  const timer = setTimeout(() => resolve(unknown), ms)
  call().then(resolve, () => resolve(unknown))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}
