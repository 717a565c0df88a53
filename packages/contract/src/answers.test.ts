import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DEVICE_OPERATIONS, deviceEventSchema, deviceResponseSchema } from './device-messages.ts'
import type { Endpoint } from './endpoint.ts'
import { errorBodySchema } from './errors.ts'
import { serverFrameSchema } from './hub-wire.ts'
import { shapeReader } from './testing/shape.ts'

/**
 * What readers of answers depend on, such as an open page after an update of the server: fields that may be absent (`?`) or
 * null, the words a field may hold, and bounds.
 */
const ROWS: Record<string, readonly string[]> = {
  'an error': ['request_id?', 'fields?', 'fields.details?', 'details?', 'details: string or number'],
  'a frame of the hub': ['ok: 1', 'n ≥ 0', 'h?'],
  'an answer of a device': ['ok: true', 'ok: false', 'error.media?', 'error.media.from: loaded|offered|preferences'],
  'an event of a device': [
    'type: printers',
    'printers.state: ready|printing|stopped|offline',
    'printers.media_default?',
    'printers.can_offset?',
    'printers.can_offset: true',
    'type: job',
    'job.kind: mailing|shipping|form',
    'job.state: queued|sending|spooled|printed|failed|unknown|cancelled',
    'job.labels?',
    'job.printed_labels?',
    'job.error?',
    'type: scale',
    'scale.state: weight|moving|zero|fault|gone',
    'scale.grams?',
    'scale.grams ≥ 1',
    'scale.fault?',
    'scale.fault: defect|under_zero|over_limit|needs_calibration|needs_zero|unknown_unit|no_access',
    'type: presence',
  ],
  status: ['update_available?'],
  'print.check': ['verdicts.kind: mailing|shipping|form', 'verdicts.verdict: fits|refused|unknown', 'verdicts.error?'],
  'print.read_back': ['page?', 'page.codes.format: DataMatrix|Code128', 'page.codes.text ≤ 200'],
  approveTopUp: ['state: pending|approved|rejected|expired', 'decided_by?', 'decided_at?', 'reason?'],
  checkAuditChain: ['last_hash?', 'checked_at?', 'broken?'],
  checkBatch: ['rows.amount?', 'rows.error?'],
  claimPending: ['state: waiting|weighed|problem', 'claimed_by?'],
  confirmPrint: ['print_state: not_printed|queued|printed|unknown'],
  countPageView: ['counted: true'],
  countReturns: [
    'data.reason: addressee_gone_away|address_incomplete|address_unknown|refused|not_called_for|damaged|other',
  ],
  createAddress: [
    'correction_status: unverified|verified|invalid|corrected',
    'invalid_reason or null',
    'invalid_reason: addressee_gone_away|address_incomplete|address_unknown|refused|not_called_for|damaged|other',
    'suggested or null',
  ],
  createManualShipment: ['from?', 'transaction_type: manual'],
  createRulerPage: ['type: ruler'],
  endOtherSessions: ['signed_out: true'],
  endSession: ['signed_out: true'],
  findAddressees: [
    'book ≤ 8',
    'book.id or null',
    'book.correction_status: unverified|verified|invalid|corrected',
    'book.last_sent_at or null',
    'past ≤ 8',
  ],
  findPurchase: [
    'status: pending|bought|rejected|cancelled|void_requested|voided|test',
    'transaction_type: postage',
    'charges.currency: GBP',
    'explanation.values: string or number',
    'tariff.confidence: high|medium|low',
    'meta_data.tracking_type: none|confirmation|full',
    'customs_form.form: none|cn22|cn23',
    'docs.type: label|cn22|cn23|invoice|receipt',
    'docs.status: ready|pending',
    'docs.size: 4x6|A4|1X',
    'print_state?',
    'delivery?',
    'delivery: dispatched|delivered|problem',
    'prints?',
    'prints.document: label|cn22|cn23|invoice|receipt',
    'prints.hub_id?',
    'prints.job_state?',
    'prints.job_state: queued|sending|spooled|printed|failed|unknown|cancelled',
    'prints.job_id?',
    'prints.error_code?',
    'failure?',
    'messages?',
    'messages.service?',
    'messages.details?',
    'messages.details: string or number',
    'void_until?',
    'refund?',
    'refund.amount ≥ 0',
    'refund.status: submitted|refunded|rejected',
    'refund.expected_by or null',
    'refund.events.status: void_requested|voided|void_rejected',
  ],
  forgotPassword: ['accepted: true'],
  getAddress: ['last_sent_at or null'],
  getAttention: ['not_printed.rows ≤ 5', 'on_hold.rows ≤ 5', 'refused_refunds.rows ≤ 5', 'mailroom.oldest?'],
  getBalance: ['currency: GBP'],
  getBatch: [
    'state: running|done',
    'rows.position ≥ 0',
    'rows.state: waiting|buying|unknown|bought|failed|stopped',
    'rows.to?',
    'rows.shipment?',
    'rows.shipment_id?',
    'rows.bought?',
    'rows.error?',
  ],
  getRetention: ['data.kind: people|manual|tests|pending|batches|drafts|addresses|notices'],
  getSpending: ['cost_centers.id or null'],
  getStatement: ['data.kind: topup|postage|fee|refund|fee_refund|adjustment', 'data.shipment_id?', 'data.tracking?'],
  getUser: ['plan: lite|full'],
  getVatStatement: ['seller.vat_number or null', 'groups.group: standard|exempt|zero_or_exempt|outside'],
  grantDevice: ['com: embedded|pubnub'],
  inviteMember: ['plan: lite|full', 'status: invited|active|disabled'],
  issueToken: ['plan: lite|full'],
  listAuditEvents: [
    'data.user_id?',
    'data.subject?',
    'data.details: string or number',
    'data.before?',
    'data.ip?',
    'data.request_id?',
  ],
  listCarrierAccounts: [
    'data.pricing: online|post_office|franking',
    'data.currency: GBP',
    'data.low_balance or null',
    'data.billing or null',
  ],
  listCostCenters: ['data.budget?'],
  listDevices: [
    'data.paired_by?',
    'data.reported_at?',
    'data.version?',
    'data.newer_version?',
    'data.printers.kinds: mailing|shipping|form',
    'data.printers.error_code?',
    'data.printers.since?',
  ],
  listNotices: [
    'data.content.event: balance_low',
    'data.content.event: top_up_asked',
    'data.content.event: budget_exceeded',
    'data.content.period: month|quarter|year',
    'data.content.event: refund_refused',
    'data.content.event: printer_stopped',
    'data.content.event: device_outdated',
    'data.content.event: password_changed|email_changed|codes_guessed|two_factor_on|two_factor_off',
    'data.asked_by?',
  ],
  listOptions: [
    'data.fields.type: pence|choice|yes_no',
    'data.reason?',
    'data.details?',
    'data.details: string or number',
  ],
  listPackaging: [
    'data.code: letter|large_letter|small_parcel|medium_parcel|tube|parcel|parcel_heavy',
    'data.printer: mailing|shipping|form',
    'data.scope?',
    'data.scope: uk|abroad',
    'data.tracked_max_weight_g?',
    'data.uk_max_weight_g?',
    'data.max_sum_of_sides_mm?',
    'data.max_length_mm?',
    'data.max_length_and_two_diameters_mm?',
  ],
  listPrices: [
    'data.vat: exempt|standard_included|zero_or_exempt',
    'data.price?',
    'data.before?',
    'lists.state: past|current|coming',
    'compared_with?',
  ],
  listPrinted: [
    'data.document: label|cn22|cn23|invoice|receipt',
    'data.place?',
    'data.by?',
    'data.state?',
    'data.state: queued|sending|spooled|printed|failed|unknown|cancelled',
    'data.error_code?',
  ],
  listReturns: [
    'data.transaction_type: postage|manual',
    'data.reason: addressee_gone_away|address_incomplete|address_unknown|refused|not_called_for|damaged|other',
    'data.action: send_again|correct_address|destroy|keep',
    'data.state: open|done',
    'data.pending_id?',
  ],
  listServices: [
    'data.tracking: none|confirmation|full',
    'data.reason?',
    'data.details?',
    'data.details: string or number',
  ],
  logout: ['signed_out: true'],
  pollPairing: ['status: waiting|paired', 'hub_id?'],
  processShipment: ['code: process_pending'],
  rateShipment: [
    'data.delivery.earliest?',
    'data.delivery.latest?',
    'data.meta_data.advice?',
    'data.meta_data.advice.packaging?',
    'data.meta_data.advice.packaging: letter|large_letter|small_parcel|medium_parcel|tube|parcel|parcel_heavy',
    'data.meta_data.advice.service?',
    'posting_days.reason?',
    'posting_days.reason: sunday|bank_holiday',
    'posting_days.holiday?',
  ],
  removeTwoFactor: ['active: false'],
  resetPassword: ['reset: true'],
  searchShipments: ['sum?'],
  signDeviceRequest: ['v: 1', 'kid ≤ 64', 'b ≤ 28000', 's ≤ 128'],
  topUpAccount: ['provider: manual'],
  trackShipment: ['as_of or null', 'reason?', 'reason: service_not_tracked|not_bought'],
  validateAddress: ['status: unverified|verified|invalid|corrected'],
  voidShipment: ['message?'],
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'responses' in value && 'method' in value

const modules = fs.readdirSync(import.meta.dirname).filter((file) => /^[a-z-]+\.ts$/.test(file))
const exported = await Promise.all(
  modules.map(async (file) => Object.values((await import(path.join(import.meta.dirname, file))) as object)),
)
const calls = exported.flat().filter(isEndpoint)

const shapeOf = shapeReader()
// fields of requests have rows in the tests of requests
for (const { params, query, body } of calls) for (const schema of [params, query, body]) if (schema) shapeOf(schema)
for (const { args } of Object.values(DEVICE_OPERATIONS)) shapeOf(args)

const MESSAGES: [string, readonly unknown[]][] = [
  ['an error', [errorBodySchema]],
  ['a frame of the hub', [serverFrameSchema]],
  ['an answer of a device', [deviceResponseSchema]],
  ['an event of a device', [deviceEventSchema]],
  ...Object.entries(DEVICE_OPERATIONS).map(([name, { result }]) => [name, [result]] as [string, unknown[]]),
  ...calls
    .map(({ id, responses }) => [id, Object.values(responses)] as [string, unknown[]])
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
]
const found = Object.fromEntries(
  MESSAGES.map(([name, schemas]) => [name, schemas.flatMap(shapeOf)] as const).filter(([, rows]) => rows.length > 0),
)

test.each(Object.keys({ ...ROWS, ...found }))('%s', (name) => expect(found[name]).toEqual(ROWS[name]))
