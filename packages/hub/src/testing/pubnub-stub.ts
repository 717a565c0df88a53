/** The rights of a token of Access Manager. */
interface Grant {
  client: string
  reads: readonly string[]
  writes: readonly string[]
}
/** A request to the access manager as its documentation defines it: 1 reads, 2 writes. */
interface AskedGrant {
  ttl: number
  permissions: {
    uuid: string
    resources: { channels: Record<string, number> }
    patterns: Record<string, Record<string, number>>
  }
}
interface Stored {
  t: string
  channel: string
  publisher: string
  payload: unknown
  keep: boolean
}

/** Messages the service keeps for an absent subscriber. */
const BUFFER = 100
/** The longest address that a proxy before the service accepts. */
const ADDRESS_MAX_CHARS = 16_000
/** Units of 100 nanoseconds since 1970. */
const TIMETOKEN = /^\d{17}$/

/**
 * PubNub's HTTP service as documented: time, publish, subscribe, history, access manager. It replaces the network
 * (`fetch`), so the tested code calls the real URL.
 */
export function pubNubStub() {
  const grants = new Map<string, Grant>()
  const log: Stored[] = []
  const waiting = new Set<() => void>()
  const asked: AskedGrant[] = []
  const heard: string[] = []
  let isAway = false
  let isOpen = false
  let knowsKeys = true
  let answering = 0
  let answeringMost = 0
  let last = 0n

  function timetoken(): string {
    const now = BigInt(Date.now()) * 10_000n
    last = now > last ? now : last + 1n
    return String(last)
  }

  async function fetchStub(input: Request, init?: RequestInit): Promise<Response> {
    const { hostname, pathname, searchParams } = new URL(input.url)
    // the SDK spreads its calls over numbered host names
    if (!/^ps\d*\.pndsn\.com$/.test(hostname)) throw new Error(`Nobody is at ${hostname}`)
    heard.push(input.url)
    if (input.url.length > ADDRESS_MAX_CHARS) return new Response('URI Too Long', { status: 414 })
    if (isAway) return new Response('Bad gateway', { status: 502 })
    if (/^\/v3\/pam\/[^/]+\/grant$/.test(pathname)) return grantToken(searchParams, await input.text())
    const [, first, second, ...rest] = pathname.split('/').map((part) => decodeURIComponent(part))
    if (first === 'time') return Response.json([Number(timetoken())])
    if (first === 'publish') {
      const [, , channel = '', , ...payload] = rest
      const text = input.method === 'POST' ? await inflated(input) : payload.join('/')
      return publish(channel, text, searchParams)
    }
    if (second === 'subscribe') return subscribe((rest[1] ?? '').split(','), searchParams, init?.signal ?? input.signal)
    if (second === 'history') return history(rest[3] ?? '', searchParams)
    return Response.json({ status: 200 }) // presence
  }

  function publish(channel: string, text: string, query: URLSearchParams): Response {
    const grant = grantOf(query)
    const isServer = query.has('signature') // the secret key needs no token
    if (!isOpen && !isServer && !grant?.writes.includes(channel)) return forbidden([channel])
    const t = timetoken()
    const publisher = query.get('uuid') ?? ''
    log.push({ t, channel, publisher, payload: JSON.parse(text), keep: query.get('store') !== '0' })
    waiting.forEach((wake) => wake())
    return Response.json([1, 'Sent', t])
  }

  async function subscribe(names: string[], query: URLSearchParams, signal: AbortSignal): Promise<Response> {
    const refused = names.filter((name) => !grantOf(query)?.reads.includes(name))
    if (refused.length > 0) return forbidden(refused)
    const from = query.get('tt') ?? '0'
    if (from === '0') return Response.json({ t: { t: timetoken(), r: 1 }, m: [] })
    const found = () => log.filter(({ t, channel }) => t > from && names.includes(channel)).slice(-BUFFER)
    while (found().length === 0) {
      await new Promise<void>((resolve, reject) => {
        waiting.add(resolve)
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
      waiting.clear()
      if (isAway) return new Response('Bad gateway', { status: 502 })
    }
    const m = found().map(({ t, channel, publisher, payload }) => ({
      a: '1',
      f: 0,
      k: 'sub',
      p: { t, r: 1 },
      c: channel,
      i: publisher,
      d: payload,
    }))
    return Response.json({ t: { t: m.at(-1)?.p.t, r: 1 }, m })
  }

  function history(channel: string, query: URLSearchParams): Response {
    if (!grantOf(query)?.reads.includes(channel)) return forbidden([channel])
    const [start, end, max] = [query.get('start'), query.get('end'), Number(query.get('max'))]
    if ([start, end].some((limit) => limit !== null && !TIMETOKEN.test(limit)))
      return Response.json({ status: 400, error: true, error_message: 'Invalid Arguments' }, { status: 400 })
    const found = log.filter(
      (row) => row.keep && row.channel === channel && (!start || row.t < start) && (!end || row.t >= end),
    )
    const page = end && !start ? found.slice(0, max) : found.slice(-max)
    const messages = page.map(({ t, publisher, payload }) => ({ message: payload, timetoken: t, uuid: publisher }))
    return Response.json({ status: 200, error: false, error_message: '', channels: { [channel]: messages } })
  }

  /** Checks only that a signature is present; the SDK makes it. */
  async function grantToken(query: URLSearchParams, body: string): Promise<Response> {
    answeringMost = Math.max(answeringMost, (answering += 1))
    await new Promise((resolve) => setTimeout(resolve, 1))
    answering -= 1
    if (!knowsKeys || !query.get('signature')?.startsWith('v2.')) return forbidden([])
    const wanted = JSON.parse(body) as AskedGrant
    asked.push(wanted)
    const { uuid, resources } = wanted.permissions
    const may = (right: number) =>
      Object.entries(resources.channels).flatMap(([name, bits]) => (bits & right ? name : []))
    const token = `token-${asked.length}`
    grants.set(token, { client: uuid, reads: may(1), writes: may(2) })
    return Response.json({ status: 200, data: { message: 'Success', token }, service: 'Access Manager' })
  }

  /** A token is valid for its client only. */
  function grantOf(query: URLSearchParams): Grant | undefined {
    const grant = grants.get(query.get('auth') ?? '')
    return grant?.client === query.get('uuid') ? grant : undefined
  }

  return {
    fetch: fetchStub,
    grant: (token: string, grant: Grant) => void grants.set(token, grant),
    /** The requests to the access manager, oldest first. */
    asked: asked as readonly AskedGrant[],
    /** The most requests it had in flight at once. */
    askedAtOnce: () => answeringMost,
    /** Every requested URL. */
    heard: heard as readonly string[],
    /** Makes the secret key mismatch the public keys. */
    refuseSignatures: () => {
      knowsKeys = false
    },
    /** Behaves as a keyset without Access Manager: anyone may publish. */
    openToEverybody: () => {
      isOpen = true
    },
    /** Makes a proxy answer 502 and ends waiting calls. */
    away: (until: boolean) => {
      isAway = until
      waiting.forEach((wake) => wake())
    },
  }
}

const inflated = ({ body }: Request): Promise<string> =>
  new Response(body?.pipeThrough(new DecompressionStream('deflate'))).text()

const forbidden = (channels: readonly string[]): Response =>
  Response.json(
    { message: 'Forbidden', payload: { channels }, error: true, service: 'Access Manager', status: 403 },
    { status: 403 },
  )
