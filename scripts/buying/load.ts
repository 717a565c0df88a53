import { setTimeout as sleep } from 'node:timers/promises'
import { aDraft, type Buyer } from '../../bench/server-with-buyers.ts'

/** A final answer. */
export interface Ended {
  key: string
  status: number
  id?: string
  /** `performance.now()` when it came. */
  at: number
  seconds: number
}

export interface Load {
  ended: Ended[]
  /** How often each status was answered; 0: no answer. */
  answers: Map<number, number>
  /** Finishes what is under way. */
  stop(): Promise<void>
}

const AGAIN_MS = 200
/** Answers after which the same purchase is asked for again, as the web app does; 0: none came. */
const NOT_FINAL = new Set([0, 202, 502, 503, 504])
/** Every so many purchases are asked for twice at once. */
const TWICE = 5

/**
 * Each buyer buys one letter after the other, and asks for each until the answer is final.
 *
 * @param url of the server that is asked next
 */
export function startBuying(url: () => string, buyers: readonly Buyer[]): Load {
  const load = { ended: [] as Ended[], answers: new Map<number, number>() }
  const ending = new AbortController()
  const lanes = buyers.map(async (buyer, lane) => {
    for (let count = 0; !ending.signal.aborted; count++) {
      const key = `under-load-${lane}-${count}`
      const times = count % TWICE === 0 ? 2 : 1
      const asked = Array.from({ length: times }, () => untilFinal(url, buyer, key, load.answers))
      load.ended.push(...(await Promise.all(asked)))
    }
  })
  const all = Promise.all(lanes)
  all.catch(() => {}) // reported when the load is stopped
  return {
    ...load,
    stop: async () => {
      ending.abort()
      await all
    },
  }
}

async function untilFinal(url: () => string, buyer: Buyer, key: string, answers: Load['answers']): Promise<Ended> {
  for (const began = performance.now(); ; await sleep(AGAIN_MS)) {
    const { status, id } = await ask(url(), buyer, key)
    answers.set(status, (answers.get(status) ?? 0) + 1)
    const at = performance.now()
    if (!NOT_FINAL.has(status)) return { key, status, ...(id && { id }), at, seconds: (at - began) / 1000 }
  }
}

async function ask(url: string, buyer: Buyer, key: string): Promise<{ status: number; id?: string | undefined }> {
  try {
    const answer = await fetch(`${url}/api/stamp/v1/shipment/process?pending_id=${key}`, {
      method: 'POST',
      headers: { authorization: buyer.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(aDraft(buyer)),
      signal: AbortSignal.timeout(30_000),
    })
    const body = await answer.text()
    return { status: answer.status, id: answer.status === 200 ? (JSON.parse(body) as { id: string }).id : undefined }
  } catch {
    return { status: 0 }
  }
}

/** The longest time in which no purchase was finished. */
export function longestPause(ended: readonly Ended[], from: number, to: number): number {
  const sold = ended.filter(({ at, status }) => status === 200 && at > from && at < to).map(({ at }) => at)
  const moments = [from, ...sold.toSorted((a, b) => a - b), to]
  return Math.max(...moments.slice(1).map((at, index) => at - moments[index]!)) / 1000
}
