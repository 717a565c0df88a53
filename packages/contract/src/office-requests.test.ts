import { describe, expect, test } from 'vitest'
import { changeAddresses, countAddresses, mergeAddresses } from './address-book.ts'
import { ADDRESSEES_SHOWN, findAddressees } from './addressee.ts'
import { eraseMember } from './administration.ts'
import { ATTENTION_COUNTED } from './attention.ts'
import { askForTopUp } from './carrier.ts'
import { reportJobs, REPORTED_JOBS_MAX } from './device-report.ts'
import { downloadDocument, IMAGE_DPI } from './document.ts'
import { DRAFTS_MAX, listDrafts, saveDraft } from './draft.ts'
import { FIELDS_MAX } from './field-errors.ts'
import { HS_RESULTS_MAX, KEPT_GOODS_MAX, saveGoods, searchHsCodes } from './goods.ts'
import { CLOSE_DENIED, CLOSE_MALFORMED, FRAME_LIMIT_BYTES, MESSAGE_LIMIT_CHARS } from './hub-wire.ts'
import { listHubs } from './hub.ts'
import { COLLEAGUES_MAX } from './identity.ts'
import { listNotices, readNotices, saveNoticeChoice } from './notice.ts'
import { listOrganisations } from './organisation-list.ts'
import { countPageView } from './page-view.ts'
import { exportPrices, listPrices } from './price-list.ts'
import { countReturns, exportReturns, listReturns, RETURNS_IN_FILE } from './returned-item.ts'
import { downloadRulerPage } from './ruler-page.ts'
import { checkBatch, saveBatch } from './shipment-batch.ts'
import { reprintShipment } from './shipment-change.ts'
import { CLAIM_MS, listPending, savePending, updatePending } from './shipment-pending.ts'
import { saveCostCenter } from './shipment-references.ts'
import { SHIPMENTS_COUNTED } from './shipment-search.ts'
import { listShippers } from './shipment-shippers.ts'
import { SIGNED_BODY_MAX_CHARS } from './signed-request.ts'
import { exportSpending } from './spending.ts'
import { listOf, testBounds, text } from './testing/bounds.ts'
import { createWebhook, listWebhookDeliveries, OVERLAP_HOURS, replayFailedDeliveries, WEBHOOKS_MAX } from './webhook.ts'
import { WEBHOOK_EVENTS } from './webhook-event.ts'

const urlOf = (length: number) => `https://example.com/${text(length - 20)}`
const ID = '0192f7c2-5d8b-7c3a-9a51-3f0f6f6c2b11'
const ADDRESS = { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

test.each([
  // promise                                       in code                   figure
  ['a claim lasts two minutes', CLAIM_MS, 120_000],
  ['the attention list counts up to 100', ATTENTION_COUNTED, 100],
  ['addressees of each kind', ADDRESSEES_SHOWN, 8],
  ['jobs of one report', REPORTED_JOBS_MAX, 50],
  ['dots to the inch of a picture', IMAGE_DPI, 192],
  ['drafts of one form', DRAFTS_MAX, 10],
  ['field errors of one answer', FIELDS_MAX, 100],
  ['goods that are kept', KEPT_GOODS_MAX, 200],
  ['HS codes of one search', HS_RESULTS_MAX, 20],
  ['colleagues that are listed', COLLEAGUES_MAX, 1_000],
  ['rows of a file of returned items', RETURNS_IN_FILE, 10_000],
  ['shipments that a search counts', SHIPMENTS_COUNTED, 10_000],
  ['characters of a signed request', SIGNED_BODY_MAX_CHARS, 28_000],
  ['characters of a message, as PubNub takes', MESSAGE_LIMIT_CHARS, 32_768],
  ['bytes of a frame of the socket', FRAME_LIMIT_BYTES, 65_536],
  ['webhooks of an organisation', WEBHOOKS_MAX, 10],
  ['hours in which two secrets sign', OVERLAP_HOURS, 24],
  ['bytes of a batch that is bought', saveBatch.bodyMaxBytes, 2_097_152],
  ['bytes of a batch that is checked', checkBatch.bodyMaxBytes, 2_097_152],
  ['a socket closed for want of rights (4000 to 4999 are free)', CLOSE_DENIED, 4403],
  ['a socket closed for data it cannot read (RFC 6455 §7.4.1)', CLOSE_MALFORMED, 1003],
])('%s: %i', (_promise, actual, figure) => expect(actual).toBe(figure))

describe('a webhook', () => {
  const [event] = WEBHOOK_EVENTS
  testBounds(createWebhook.body, { url: 'https://example.com/', events: [event] }, [
    [
      'url',
      ['http://example.com', 'https://example.com:8443/a?b=c', 'https://example.com/@a', urlOf(500)],
      [
        urlOf(501),
        'https://a:b@example.com/',
        'https://a@example.com/',
        'https://@example.com',
        'ftp://example.com',
        'example.com',
        '',
        undefined,
      ],
    ],
    ['events', [[event], WEBHOOK_EVENTS], [[], [event, event], ['ping'], [...WEBHOOK_EVENTS, event], undefined]],
  ])
  testBounds(listWebhookDeliveries.query, {}, [['state', ['waiting', 'delivered', 'failed', undefined], ['all']]])
  testBounds(replayFailedDeliveries.body, {}, [
    ['since', ['2026-11-27T10:00:00Z'], ['2026-11-27', 'yesterday', undefined]],
  ])
})

describe('addresses at once', () => {
  testBounds(changeAddresses.body, { ids: [ID] }, [
    ['ids', [[ID], listOf(1_000, ID)], [[], listOf(1_001, ID), ['x'], undefined]],
    ['add_tag', ['x', text(40)], ['', text(41), 'a;b']],
    ['remove_tag', ['x', text(40)], ['', text(41), 'a;b']],
    ['deleted', [true, false, undefined], ['true']],
    ['keep_as_written', [true, undefined], [false]],
  ])
  testBounds(mergeAddresses.body, { address: ADDRESS, duplicates: [ID] }, [
    ['duplicates', [[ID], listOf(20, ID)], [[], listOf(21, ID), undefined]],
    ['address', [], [undefined, {}]],
  ])
  testBounds(countAddresses.query, {}, [
    ['q', [text(100), undefined], [text(101)]],
    ['tag', [text(40), undefined], ['', text(41)]],
    ['visibility', ['Public', undefined], ['all']],
  ])
  testBounds(findAddressees.query, {}, [['q', ['', text(100)], [text(101)]]])
})

describe('drafts', () => {
  testBounds(listDrafts.query, {}, [['form', ['a', 'a-b', text(32)], ['', 'A', 'a b', text(33), undefined]]])
  testBounds(saveDraft.body, { form: 'shipping-single', label: '', values: {} }, [
    ['label', ['', text(160)], [text(161), undefined]],
    ['values', [null, nested(8), text(65_534)], [nested(9), text(65_535)]],
  ])
})

describe('goods', () => {
  const goods = { description: 'Woollen scarf', weight: { value: 300 }, value: 40_00 }
  testBounds(saveGoods.body, goods, [
    ['description', ['x', text(100)], ['', text(101), undefined]],
    ['weight.value', [0.1, 100_000], [0, 100_001]],
    ['value', [0, 100_000_00], [-1, 100_000_01, 0.5]],
    ['hs_code', ['', '1'.repeat(14)], ['1'.repeat(15)]],
    ['origin_country', ['', 'GB'], ['gb', 'GBR', 'G']],
    ['sku', [text(35)], [text(36)]],
    ['manufacturer_id', [text(35)], [text(36)]],
    ['quantity', [], [1]],
  ])
  testBounds(searchHsCodes.query, {}, [['q', ['', text(100)], [text(101)]]])
})

describe('notices', () => {
  testBounds(listNotices.query, {}, [
    ['length', [1, 100], [0, 101]],
    ['after', [ID, undefined], ['x']],
    ['state', ['new', undefined], ['read']],
    ['start', [], [1]],
  ])
  test.each([
    ['one', { ids: [ID] }, true],
    ['one hundred', { ids: listOf(100, ID) }, true],
    ['more', { ids: listOf(101, ID) }, false],
    ['none', { ids: [] }, false],
    ['all until an instant', { until: '2026-11-23T09:00:00Z' }, true],
    ['all', {}, false],
  ])('are marked as read: %s: accepted %s', (_which, body, accepted) =>
    expect(readNotices.body.safeParse(body).success).toBe(accepted),
  )
  const events = ['balance_low', 'budget_exceeded', 'top_up_asked', 'refund_refused', 'printer_stopped']
  testBounds(saveNoticeChoice.body, { event: 'balance_low' }, [
    ['event', [...events, 'device_outdated', 'api_key_ending', 'api_key_stopped'], ['password_changed', undefined]],
    ['here', [true, false, undefined], ['true']],
    ['by_mail', [true, false, undefined], ['true']],
  ])
})

describe('the mailroom’s queue', () => {
  const draft = { shipping_date: '2026-11-23', to: ADDRESS, from: ADDRESS }
  testBounds(savePending.body, draft, [
    ['note', ['', text(200)], [text(201)]],
    ['parcels', [undefined], [[], listOf(2, { packaging: 'letter' })]],
    ['service', [undefined], ['X']],
    ['by', [undefined], ['x']],
    ['version', [], [1]],
  ])
  testBounds(updatePending.body, { ...draft, note: '', problem: '', version: 1 }, [
    ['note', ['', text(200)], [text(201), undefined]],
    ['problem', ['', text(200)], [text(201), undefined]],
    ['version', [1, 2], [0, 0.5, undefined]],
  ])
  testBounds(listPending.query, {}, [
    ['state', ['waiting', 'weighed', 'problem', undefined], ['sold']],
    ['costcenter', [ID, undefined], ['x']],
    ['code', ['K-1', `K-${'9'.repeat(15)}`, undefined], ['K-0', `K-1${'0'.repeat(15)}`, 'k-1', '1']],
    ['text', ['', text(100)], [text(101)]],
    ['changed_after', ['2026-11-23T09:00:00Z', undefined], ['2026-11-23']],
  ])
})

const job = (at: number) => ({ job_id: `job-${String(at).padStart(4, '0')}`, state: 'printed' })

describe('a device manager', () => {
  const printer = { id: 'p', name: 'P', kinds: ['mailing'] }
  const report = { device: { version: '1', printers: [printer] }, restarted: false, jobs: [job(0)] }
  const signed = { issued_at: '2026-11-23T09:00:00Z', nonce: text(16), signature: 'x' }
  testBounds(reportJobs.body, { ...signed, report }, [
    ['issued_at', [], ['2026-11-23', undefined]],
    ['nonce', [text(16), text(64)], [text(15), text(65), `${text(16)}!`]],
    ['signature', [text(128)], [text(129)]],
    ['report.device.version', ['x', text(40)], ['', text(41), undefined]],
    ['report.device.newer_version', [undefined, text(40)], ['', text(41)]],
    ['report.device.printers', [[], listOf(3, printer)], [listOf(4, printer)]],
    ['report.device.printers.0.id', ['x', text(200)], ['', text(201)]],
    ['report.device.printers.0.name', ['x', text(120)], ['', text(121)]],
    ['report.device.printers.0.kinds', [['mailing', 'shipping', 'form']], [[], listOf(4, 'mailing'), ['poster']]],
    ['report.device.printers.0.error_code', [undefined, 'a', text(40)], ['', 'A', text(41)]],
    ['report.restarted', [true], ['true', undefined]],
    [
      'report.jobs',
      [[], Array.from({ length: 50 }, (_, at) => job(at))],
      [listOf(2, job(0)), Array.from({ length: 51 }, (_, at) => job(at))],
    ],
    ['report.jobs.0.job_id', [text(8), text(100)], [text(7), text(101), 'a b c d e']],
    ['report.jobs.0.state', ['queued', 'unknown'], ['lost']],
    ['report.jobs.0.error_code', [undefined, text(40)], ['', text(41)]],
  ])
  testBounds(listHubs.query, {}, [
    ['alias', [text(100), undefined], [text(101)]],
    ['owner', [text(200), undefined], [text(201)]],
    ['orderBy', ['alias', 'id'], ['owner']],
  ])
  testBounds(downloadRulerPage.query, {}, [['access_token', [text(100)], [text(101), undefined]]])
})

describe('lists and files of the office', () => {
  testBounds(downloadDocument.query, {}, [
    ['access_token', [text(100), undefined], [text(101)]],
    ['shipment-id', [ID, undefined], ['x']],
  ])
  testBounds(reprintShipment.body, { documents: ['label'] }, [
    ['reason', ['jam', 'lost', 'wrong_printer', undefined], ['bored']],
  ])
  testBounds(eraseMember.query, {}, [['reason', ['left', 'on_request', 'by_mistake', 'other'], ['', undefined]]])
  testBounds(askForTopUp.body, {}, [['missing', [0, 100_000_000], [-1, 100_000_001, 0.5, undefined]]])
  testBounds(listOrganisations.query, {}, [['text', ['', text(100)], [text(101)]]])
  testBounds(listShippers.query, {}, [['alias', [text(40), undefined], ['', text(41)]]])
  testBounds(countPageView.body, {}, [['page', ['login', 'profile'], ['', undefined]]])
  testBounds(saveCostCenter.body, { code: 'C1', name: '' }, [
    ['is_active', [false], ['false']],
    ['is_new', [true, undefined], [false]],
    ['version', [text(64), undefined], [text(65)]],
  ])
  for (const { id, query } of [listPrices, exportPrices])
    describe(id, () =>
      testBounds(query, {}, [
        ['channel', ['online', 'post_office', 'franking'], ['counter']],
        ['list', [text(40), undefined], [text(41)]],
        ['service', ['1', undefined], ['X']],
        ['changed', ['true', 'false'], [true]],
      ]),
    )
  test('prices are by default those of the online list, changed or not', () => {
    expect(exportPrices.query.parse({})).toEqual({ channel: 'online', changed: 'false' })
    expect(listPrices.query.parse({})).toEqual({ channel: 'online', changed: 'false', start: 0, length: 25 })
  })

  test.each([
    // rule                        from          to            accepted
    ['one day', '2026-11-23', '2026-11-23', true],
    ['an earlier end', '2026-11-23', '2026-11-22', false],
    ['400 days', '2026-01-01', '2027-02-04', true],
    ['401 days', '2026-01-01', '2027-02-05', false],
    ['no beginning', undefined, '2026-11-23', false],
    ['no end', '2026-11-23', undefined, false],
  ])('spending of %s: accepted %s', (_rule, from, to, accepted) => {
    expect(exportSpending.query.safeParse({ from, to }).success).toBe(accepted)
  })
  testBounds(exportSpending.query, { from: '2026-11-23', to: '2026-11-23' }, [
    ['costcenter', [ID, undefined], ['x']],
    ['person', [ID, undefined], ['x']],
  ])
  for (const { id, query } of [listReturns, exportReturns, countReturns])
    test(`${id} refuses days in the wrong order`, () => {
      expect(query.safeParse({ dateFrom: '2026-11-23', dateTo: '2026-11-23' }).success).toBe(true)
      expect(query.safeParse({ dateFrom: '2026-11-23', dateTo: '2026-11-22' }).success).toBe(false)
    })
  test('countReturns counts every reason', () =>
    expect(countReturns.query.safeParse({ reason: 'other' }).success).toBe(false))
})
