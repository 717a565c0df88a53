import { keptThread } from '../../kept-thread.ts'
import type { CodesAnswer } from './code-worker.ts'

const askThread = keptThread<CodesAnswer>(new URL('./code-worker.ts', import.meta.url), {
  withinMs: 10_000,
})

/** The texts of the bar codes on a PNG picture. @throws Error when the picture cannot be read or takes too long */
export async function codesOn(png: Uint8Array): Promise<readonly string[]> {
  const answer = await askThread(png)
  if ('failed' in answer) throw new Error(answer.failed)
  return answer.codes
}
