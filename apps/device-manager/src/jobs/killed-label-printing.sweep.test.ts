import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeTspl } from '../testing/fake-tspl.ts'
import { fakeZpl } from '../testing/fake-zpl.ts'
import { jobIdOf, jobIdOn } from '../testing/numbered-labels.ts'
import { printerOnTcp, type Connect } from '../testing/printer-on-tcp.ts'
import { openJournal } from './journal.ts'

const PROGRAM = path.join(import.meta.dirname, '../testing/print-until-killed.ts')
/** As many as the marks of numbered labels can tell apart. */
const LABELS = 290
const KILLS = 60
const PLACES = ['before spooled@2', 'after sending@2', 'after spooled@2', 'before printed@2']

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-killed-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Lets a test act on each part of what a printer receives, before or after the printer has taken it. */
function watched(connect: Connect, onPart: (take: () => void) => void): Connect {
  return (say, turnOff) => {
    const take = connect(say, turnOff)
    return (part) => onPart(() => take(part))
  }
}

test(`prints none of ${LABELS} labels twice on two label printers despite ${KILLS} kills at any moment, and reports no wrong state`, async () => {
  const [zpl, tspl] = [fakeZpl({ model: 'ZD421-300' }), fakeTspl({ dpi: 300, hasLongStatus: true })]
  let parts = 0
  let dies = { at: Infinity, isBefore: false, kill: () => {} }
  const onPart = (take: () => void): void => {
    const isNow = ++parts === dies.at
    if (isNow && dies.isBefore) dies.kill()
    take()
    if (isNow) dies.kill()
  }
  const servers = [await printerOnTcp(watched(zpl.connect, onPart)), await printerOnTcp(watched(tspl.connect, onPart))]
  const addresses = [`zpl://127.0.0.1:${servers[0]!.port}`, `tspl://127.0.0.1:${servers[1]!.port}?dpi=300`]

  async function run(round: number, at: number, place = 'never'): Promise<NodeJS.Signals | null> {
    const args = [PROGRAM, folder, String(LABELS), String(round), place, ...addresses]
    const device = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    dies = { at: parts + at, isBefore: round % 2 === 0, kill: () => device.kill('SIGKILL') }
    const [, signal] = (await once(device, 'exit')) as [unknown, NodeJS.Signals | null]
    return signal
  }
  /** What the printers still hold may come out, or a person turns them off. */
  function between(round: number): void {
    for (const printer of [zpl, tspl]) {
      if (round % 3 !== 1) printer.repair()
      printer.turnOffAndOn()
    }
  }

  let kills = 0
  for (let round = 0; round < KILLS; round++) {
    // the moments between a line of the journal and what follows it are too short to be hit from outside
    const place = PLACES[round % 12]
    const signal = await (place ? run(round, Infinity, place) : run(round, 1 + ((round * 7) % 23)))
    if (signal === 'SIGKILL') kills++
    between(round)
  }
  expect(kills).toBe(KILLS)
  expect(await run(KILLS, Infinity)).toBeNull()
  await Promise.all(servers.map((server) => server.stop()))
  expect([...zpl.wrongs, ...tspl.wrongs]).toEqual([])

  const paper = [...zpl.printed, ...tspl.printed].map(jobIdOn)
  expect(new Set(paper).size).toBe(paper.length)
  const journal = openJournal(folder)
  journal.close()
  const jobs = journal
    .all()
    .map((job) => (job.state === 'sending' || job.state === 'spooled' ? { ...job, state: 'unknown' } : job))
  for (const { job_id, state } of jobs) {
    const isOut = paper.includes(job_id)
    if (state === 'printed') expect(isOut, job_id).toBe(true)
    else if (state === 'failed') expect(isOut, job_id).toBe(false)
    else expect(state, job_id).toBe('unknown')
  }
  // with reprints of failed labels only, each label is printed or needs a check by the user
  for (let label = 0; label < LABELS; label++) {
    const ids = Array.from({ length: KILLS + 1 }, (_, round) => jobIdOf(label, round))
    const settled = jobs.filter(({ job_id, state }) => ids.includes(job_id) && state !== 'failed')
    expect(settled, `label ${label}`).toHaveLength(1)
  }
  expect(jobs.filter(({ state }) => state === 'unknown').length).toBeLessThanOrEqual(2 * KILLS)
}, 600_000)
