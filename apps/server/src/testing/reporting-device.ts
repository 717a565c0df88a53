import { generateKeyPairSync, randomBytes, sign as signBytes } from 'node:crypto'
import { deviceReportMessage, type DeviceReport, type ReportedJob } from '@postroom/contract/device-report'
import { expect } from 'vitest'
import { inTransaction } from '../db/in-transaction.ts'
import { saveHub } from '../features/hubs/hub.store.ts'
import type { PurchaseScene } from './purchase-scene.ts'

const IDLE: DeviceReport['device'] = { version: '1.0.0', printers: [] }
export type ReportingDevice = Awaited<ReturnType<typeof reportingDevice>>

/** A paired device manager with its own key. */
export async function reportingDevice(scene: PurchaseScene, organisation_id: string, alias = 'Front') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'jwk' }).x!
  const hub = await inTransaction(scene.context.db, (tx) =>
    saveHub(tx, { organisation_id, alias, public_key: Buffer.from(raw, 'base64url'), paired_by: null }),
  )
  const post = (id: string, payload: object) =>
    scene.app.inject({ method: 'POST', url: `/api/iot/v1/hub/${id}/report`, payload })
  const signed = (given: Partial<DeviceReport>, about = hub, issued_at = scene.context.now().toISOString()) => {
    const report = { device: IDLE, restarted: false, jobs: [], ...given }
    const nonce = randomBytes(16).toString('base64url')
    const text = deviceReportMessage(about, issued_at, nonce, report)
    return { issued_at, nonce, signature: signBytes(null, Buffer.from(text), privateKey).toString('base64url'), report }
  }
  async function send(report: Partial<DeviceReport>) {
    const answer = await post(hub, signed(report))
    expect(answer.statusCode).toBe(200)
    return answer.json<{ awaited: { job_id: string; in_ms: number }[] }>().awaited
  }
  return {
    hub,
    signed,
    post,
    report: (jobs: ReportedJob[] = [], restarted = false) => send({ jobs, restarted }),
    reportDevice: (device: DeviceReport['device']) => send({ device }),
  }
}
