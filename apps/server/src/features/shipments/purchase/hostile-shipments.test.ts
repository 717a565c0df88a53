import { IS_SWEEP } from '@postroom/domain/testing/sweep'
import { ERRORS, type ErrorBody } from '@postroom/contract/errors'
import { addressLines } from '@postroom/domain/catalogue/address-lines'
import type { Shipment } from '@postroom/contract/shipment'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokenAfterDrain } from '../../../testing/after-the-drain.ts'
import { hostileShipments } from '../../../testing/hostile-shipments.ts'
import { purchaseScene, type PurchaseScene } from '../../../testing/purchase-scene.ts'
import { brokenInvariants } from '../../ledger/invariants.store.ts'

const SHIPMENTS = IS_SWEEP ? 1000 : 60
const SEED = 20261121
/** For one in so many bought shipments, an independent tool checks the documents. */
const JUDGED_EVERY = 10

let scene: PurchaseScene
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-hostile-'))
beforeAll(async () => {
  scene = await purchaseScene(100_000_00, { carrier_ms: 5_000, lease_ms: 30_000, wait_ms: 10_000 })
})
afterAll(async () => {
  await scene.close()
  fs.rmSync(folder, { recursive: true })
})

const download = async (url: string): Promise<Buffer> => {
  const { pathname, search } = new URL(url)
  const answer = await scene.app.inject({ method: 'GET', url: pathname + search })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

/** Names in a PDF that make a reader act, load or run something. No text of a shipment may become one. */
const ACTIVE = [
  '/OpenAction',
  '/AA',
  '/JavaScript',
  '/JS',
  '/Launch',
  '/EmbeddedFiles',
  '/URI',
  '/SubmitForm',
  '/AcroForm',
]

const FILE = path.join(folder, 'document.pdf')
const runTool = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { maxBuffer: 64 << 20, encoding: 'utf8', stdio: 'pipe' })

/** Every dictionary key, and every name used as a value, in the PDF as qpdf reads it. */
function namesIn(file: string): Set<string> {
  runTool('qpdf', '--check', file)
  const read = runTool('qpdf', '--json=2', '--json-key=qpdf', file)
  const names = new Set<string>()
  JSON.parse(read, (key, value: unknown) => {
    names.add(key)
    if (typeof value === 'string') names.add(value)
    return value
  })
  return names
}

/** Text without line breaks, which a label sets where there is room. */
const bare = (text: string): string => text.normalize('NFC').replaceAll(/\s/g, '')

it(`${SHIPMENTS} hostile shipments each give valid documents, or a coded refusal before money moves`, async () => {
  const bought: Shipment[] = []
  const outcomes = new Map<string, number>()
  for (const [index, draft] of hostileShipments(scene.buyer.account, SHIPMENTS, SEED).entries()) {
    const { service, options, shipping_date, parcels, customs } = draft
    const item = { service, options, shipping_date, parcels, to: { country: draft.to?.country }, customs }
    const rated = await scene.buyer.post('/stamp/v1/shipment/rate', item)
    const answer = await scene.buyer.buy(`hostile-${index}`, draft)
    for (const { statusCode, body } of [rated, answer])
      expect(statusCode, `${JSON.stringify(draft)} ${body}`).toBeLessThan(500)
    if (answer.statusCode === 200) bought.push(answer.json<Shipment>())
    else expect(Object.keys(ERRORS)).toContain(answer.json<ErrorBody>().code)
    const outcome = answer.statusCode === 200 ? 'bought' : answer.json<ErrorBody>().code
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  // the generated shipments must be neither all harmless nor all refused
  for (const outcome of ['bought', 'invalid_request', 'character_not_printable'])
    expect(outcomes.get(outcome), JSON.stringify([...outcomes])).toBeGreaterThan(SHIPMENTS / 20)

  for (const [index, { docs, to }] of bought.entries()) {
    for (const { type, status, url } of docs) {
      const pdf = await download(url)
      expect(status).toBe(type === 'receipt' ? 'pending' : 'ready')
      if (index % JUDGED_EVERY !== 0) continue
      fs.writeFileSync(FILE, pdf)
      const names = namesIn(FILE)
      expect(names.has('/Catalog')).toBe(true)
      expect(ACTIVE.filter((name) => names.has(name))).toEqual([])
      if (type !== 'label') continue
      const shown = bare(runTool('pdftotext', '-raw', FILE, '-'))
      const { lines, town } = addressLines(to)
      for (const line of [...lines, ...town]) expect(shown).toContain(bare(line))
    }
  }
  const { db } = scene.context
  const moved = await db.selectFrom('transfer').select('purchase_id').distinct().where('kind', '<>', 'topup').execute()
  expect(new Set(moved.map((row) => row.purchase_id))).toEqual(new Set(bought.map(({ id }) => id)))
  expect(await brokenInvariants(db)).toEqual([])
  expect(await brokenAfterDrain(db)).toEqual([])
}, 120_000)
