/**
 * The carrier's answer, or `unknown` when it takes longer than `ms` or the call breaks: both leave open what the carrier
 * has done. The call itself goes on; its late answer is nobody's.
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
