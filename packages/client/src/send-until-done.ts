/** The server has not finished, or asks for patience. With `Retry-After` the same call may be sent again. */
const NOT_YET = new Set([202, 429, 503])
const AFTER_LOST_MS = 500

interface Patience {
  /** Whether it may be sent again when its answer is lost. */
  isRepeatable: boolean
  withinMs: number
}

/** An answer that has arrived whole. */
export interface Answer {
  status: number
  ok: boolean
  bytes: Uint8Array
}

/** Sends a request again while the server asks for it and time is left. @throws TypeError when no whole answer came */
export async function sendUntilDone(request: Request, { isRepeatable, withinMs }: Patience): Promise<Answer> {
  const end = performance.now() + withinMs
  const hasTimeFor = (ms: number) => performance.now() + ms < end
  const signal = AbortSignal.timeout(Math.ceil(withinMs))
  for (;;) {
    const answer = await fetchWhole(request.clone(), signal).catch((cause: unknown) => {
      if (isRepeatable && hasTimeFor(AFTER_LOST_MS)) return undefined
      throw new TypeError('No answer came from the server', { cause })
    })
    if (answer && (answer.pause === undefined || !hasTimeFor(answer.pause))) return answer
    await new Promise((done) => setTimeout(done, answer?.pause ?? AFTER_LOST_MS))
  }
}

async function fetchWhole(request: Request, signal: AbortSignal): Promise<Answer & { pause: number | undefined }> {
  const response = await fetch(request, { signal })
  const { status, ok } = response
  return { status, ok, bytes: await response.bytes(), pause: pauseOf(response) }
}

/** How long the server asks to wait. */
function pauseOf({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return NOT_YET.has(status) && Number.isFinite(seconds) ? seconds * 1000 : undefined
}
