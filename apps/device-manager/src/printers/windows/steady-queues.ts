import type { Spooler, SpoolerQueue } from './spooler.ts'

/**
 * How terminal servers name the printers of the user's own computer, with the number of the session. The wording is that of
 * the server's language; only the listed ones are known. `(Copy 1)` is another printer, so not every number counts.
 */
const SESSION_NAMES: readonly RegExp[] = [
  /^(?<name>.+ \((?:redirected|redirigée?|umgeleitet)) (?<session>\d+)(?<rest>\))$/i, // Remote Desktop
  /^(?<name>.+) (?:in session|dans la session|in Sitzung) (?<session>\d+)(?<rest>)$/i, // Citrix
]
/** More than are in flight at once. */
const JOBS_REMEMBERED = 1_000

interface SteadyName {
  name: string
  session: number
}

/** The name without the number of the session; undefined for a printer of the server itself. */
export function steadyName(queue: string): SteadyName | undefined {
  for (const pattern of SESSION_NAMES) {
    const { name = '', session, rest = '' } = pattern.exec(queue)?.groups ?? {}
    if (session !== undefined) return { name: `${name}${rest}`, session: Number(session) }
  }
  return undefined
}

/**
 * A spooler whose redirected printers have the same name in each session, so that the chosen printer is found again after a
 * reconnect. Of two with one name, that of the own session is meant; if that is unknown, both keep their numbers.
 */
export function withSteadyQueues(spooler: Spooler, ownSession: () => number | undefined): Spooler {
  let actual = new Map<string, string>()
  /** A job stays in the queue it was sent to, whatever is called so later. */
  const queueOfJob = new Map<string, string>()
  const queueOf = (name: string): string => actual.get(name) ?? name
  const queueWith = (name: string, job: number): string => queueOfJob.get(`${job} ${name}`) ?? queueOf(name)

  async function sentTo(name: string, send: (queue: string) => Promise<number>): Promise<number> {
    const queue = queueOf(name)
    const job = await send(queue)
    if (queue !== name) queueOfJob.set(`${job} ${name}`, queue)
    const [oldest] = queueOfJob.keys()
    if (queueOfJob.size > JOBS_REMEMBERED && oldest !== undefined) queueOfJob.delete(oldest)
    return job
  }

  return {
    queues: async () => {
      const named = steadily(await spooler.queues(), ownSession())
      actual = new Map(named.map(({ name, queue }) => [name, queue.name]))
      return named.map(({ name, queue }) => ({ ...queue, name }))
    },
    papers: (name) => spooler.papers(queueOf(name)),
    resolutions_dpi: (name) => spooler.resolutions_dpi(queueOf(name)),
    sendRaw: (name, title, bytes) => sentTo(name, (queue) => spooler.sendRaw(queue, title, bytes)),
    draw: (name, title, drawing) => sentTo(name, (queue) => spooler.draw(queue, title, drawing)),
    jobStatus: (name, job) => spooler.jobStatus(queueWith(name, job), job),
    deleteJob: (name, job) => spooler.deleteJob(queueWith(name, job), job),
    releaseJob: (name, job) => spooler.releaseJob(queueWith(name, job), job),
  }
}

function steadily(queues: readonly SpoolerQueue[], ownSession: number | undefined) {
  const rows = queues.map((queue) => ({ queue, steady: steadyName(queue.name) }))
  const called = (name: string) => rows.filter(({ queue, steady }) => (steady?.name ?? queue.name) === name)
  return rows.map(({ queue, steady }) => {
    const isMeant = steady && (steady.session === ownSession || called(steady.name).length === 1)
    return { queue, name: isMeant ? steady.name : queue.name }
  })
}
