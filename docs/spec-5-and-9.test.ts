import { describe, expect, it } from 'vitest'
import { QL_MODELS } from '../apps/device-manager/src/printers/brother/models.ts'
import { DEVICE_RETRY_MS } from '../apps/web/src/device/device-state.ts'
import { sessionStep } from '../apps/web/src/session/session-step.ts'
import { TOAST_MS, withToast } from '../apps/web/src/ui/toast-queue.ts'
import { issueToken } from '../packages/contract/src/auth.ts'
import { listCarrierAccounts } from '../packages/contract/src/carrier.ts'
import { factsOf } from '../packages/contract/src/shipment-facts.ts'
import { rateRequestSchema } from '../packages/contract/src/rate.ts'
import { DOMESTIC_COUNTRIES } from '../packages/domain/src/catalogue/countries.ts'
import { refuseCustoms } from '../packages/domain/src/customs/customs-rules.ts'
import {
  DEFAULT_LABEL_POSITION,
  LABEL_SIZES,
  labelsUsed,
  stockFor,
  type LabelPosition,
} from '../packages/domain/src/media/label-stock.ts'
import { kilogramsOf, type Grams } from '../packages/domain/src/measures.ts'
import { toPence } from '../packages/domain/src/money.ts'
import { sheetFor } from '../packages/domain/src/media/media-size.ts'
import {
  CONTINUOUS_ROLLS,
  continuousLabel,
  DIE_CUT_LABELS,
  MINIMUM_RESOLUTION_DPI,
  sheetInInches,
} from '../packages/domain/src/media/media-table.ts'
import {
  printRefusal,
  refuseFunds,
  refuseTestPrint,
  refuseTypedTotal,
  type PrintSituation,
} from '../packages/domain/src/media/printing-rules.ts'
import { servicesFor, type OptionCode } from '../packages/domain/src/catalogue/options.ts'
import { LITE_SERVICES } from '../packages/domain/src/catalogue/services.ts'

/** One line of the specification: what it says, what we do, what must come out. */
type Row = readonly [line: string, actual: () => unknown, expected: unknown]

const device = { connected: true, config: { mailing: {}, shipping: {}, form: {} } }
const ready: PrintSituation = {
  packaging: 'letter',
  country: 'GB',
  customs_form: false,
  devices: { mailing: device, shipping: device, form: device },
  test: false,
  quantity: 1,
  labels_used: 1,
}
const printing =
  ({
    connected = true,
    config = device.config,
    ...change
  }: Partial<PrintSituation & PrintSituation['devices']['form']>) =>
  () => {
    const same = { connected, config }
    return printRefusal({ ...ready, devices: { mailing: same, shipping: same, form: same }, ...change })
  }
const typed =
  (pence: number, handling_charge = 0) =>
  () =>
    refuseTypedTotal(
      {
        ...factsOf(
          rateRequestSchema.parse({
            options: [{ code: 'frank_pay', fields: { amount: { value: pence } } }],
            shipping_date: '2026-11-23',
            parcels: [{ packaging: 'letter', weight: { value: 50 } }],
          }),
        ),
        handling_charge: toPence(handling_charge),
      },
      {},
    )?.refusal.code
const funds = (price: number, labels: number, balance: number | undefined) => () =>
  refuseFunds(toPence(price), labels, balance === undefined ? undefined : toPence(balance))?.refusal.code
const places = (count: number): LabelPosition[] =>
  Array.from({ length: count }, (_, place) => ({ index: place % 2, row: Math.floor(place / 2) }))
const used =
  (stock: string, count: number, surcharge = false) =>
  () =>
    labelsUsed({ positions: places(count), stock: stockFor('A4', stock)!, surcharge })
const allowed =
  (...options: OptionCode[]) =>
  () =>
    servicesFor(options)
const parcelAbroad = (description?: string) => () =>
  refuseCustoms(
    factsOf(
      rateRequestSchema.parse({
        to: { country: 'FR' },
        shipping_date: '2026-11-23',
        parcels: [{ packaging: 'parcel', weight: { value: 500 } }],
        ...(description && {
          customs: {
            contents_items: [{ description, quantity: 1, weight: { value: 300 }, value: 2500, hs_code: '490199' }],
          },
        }),
      }),
    ),
  )?.refusal.code
const consequentialLoss = (value: number) => () =>
  factsOf(
    rateRequestSchema.parse({
      shipping_date: '2026-11-23',
      parcels: [{ packaging: 'letter', weight: { value: 50 } }],
      options: [{ code: 'special_delivery', fields: { consequential_loss: { value } } }],
    }),
  ).options[0]

const SECTION_5: Row[] = [
  ['printing: the mailing printer is missing', printing({ config: { shipping: {}, form: {} } }), missing('mailing')],
  [
    'printing a parcel: the shipping printer is missing',
    printing({ packaging: 'tube', config: {} }),
    missing('shipping'),
  ],
  [
    'printing a parcel to another country than GB: the form printer is missing',
    printing({ packaging: 'parcel', country: 'FR', config: { mailing: {}, shipping: {} } }),
    missing('form'),
  ],
  [
    'printing a parcel to Jersey: no form printer is needed',
    printing({ packaging: 'small_parcel', country: 'JE', config: { shipping: {} } }),
    undefined,
  ],
  [
    'printing: the device manager is not connected',
    printing({ connected: false }),
    { code: 'device_not_connected', kind: 'mailing' },
  ],
  ['printing: nothing is in the way', printing({}), undefined],
  ['a test print has a quantity above 1', printing({ test: true, quantity: 2 }), { code: 'test_print_quantity' }],
  [
    'a test print has more label positions than allowed',
    () => refuseTestPrint({ test: true, quantity: 1, labels_used: used('L7163', 2)() })?.refusal.code,
    'test_print_quantity',
  ],
  ['frank_pay of £0', typed(0), 'frank_pay_out_of_range'],
  ['frank_pay of less than £0', typed(-1), 'frank_pay_out_of_range'],
  ['frank_pay of more than £0', typed(1), undefined],
  ['frank_pay of less than £1000', typed(999_99), undefined],
  ['frank_pay of £1000', typed(1000_00), 'frank_pay_out_of_range'],
  ['frank_pay whose total cost is £1000', typed(999_00, 1_00), 'frank_pay_out_of_range'],
  ['frank_pay whose total cost is less than £1000', typed(999_00, 99), undefined],
  ['frank_pay of £0 whose total cost is more than £0', typed(0, 1), undefined],
  ['an international parcel has no customs items', parcelAbroad(), 'customs_items_missing'],
  ['an international parcel has customs items', parcelAbroad('Paperback novel'), undefined],
  ['the balance is missing', funds(100, 1, undefined), 'insufficient_funds'],
  ['the balance is zero', funds(100, 1, 0), 'insufficient_funds'],
  ['the balance is less than price times labels', funds(100, 6, 599), 'insufficient_funds'],
  ['the balance is price times labels', funds(100, 6, 600), undefined],
  ['as many labels are used as positions are chosen', used('L7163', 5), 5],
  ['the position count is halved for the Hovat label', used('Hovat', 4), 2],
  ['a started Hovat pair counts whole', used('Hovat', 5), 3],
  ['a surcharge counts as 1', used('L7163', 5, true), 1],
  ['prepay-reply options allow 1PP and 2PP', allowed('prepay_reply'), ['1PP', '2PP']],
  ['signed-for allows 1SF and 2SF', allowed('signed_for'), ['1SF', '2SF']],
  [
    'special delivery allows SD, SD9AM, SD1PM_SAT, SD9AM_SAT',
    allowed('special_delivery'),
    ['SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT'],
  ],
  ['international economy restricts to its own code', allowed('international_economy'), ['IE']],
  ['international standard restricts to its own code', allowed('international_standard'), ['IS']],
  ['international tracked restricts to its own code', allowed('international_tracked'), ['IT']],
  ['international tracked and signed restricts to its own code', allowed('international_tracked_signed'), ['ITS']],
  ['international signed restricts to its own code', allowed('international_signed'), ['ISI']],
  ['international tracked heavier restricts to its own code', allowed('international_tracked_heavier'), ['ITH']],
  ['with no options only 1 and 2 apply', allowed(), ['1', '2']],
  ['options that exclude each other allow nothing', allowed('signed_for', 'prepay_reply'), []],
  ['consequential loss of 0 is not sent', consequentialLoss(0), { code: 'special_delivery' }],
  [
    'consequential loss above 0 is sent',
    consequentialLoss(1000),
    { code: 'special_delivery', consequential_loss_gbp: 1000 },
  ],
  [
    'the login username is trimmed',
    () =>
      issueToken.body.parse({
        grant_type: 'password',
        client_id: 'postroom-web',
        username: ' ann ',
        password: ' p ',
      }),
    expect.objectContaining({ username: 'ann', password: ' p ' }),
  ],
]

const at = (secondsLeft: number) => () => {
  const now = new Date('2026-11-21T10:00:00Z')
  return sessionStep(new Date(now.getTime() + secondsLeft * 1000), now, secondsLeft > 600)
}
const height = (roll: keyof typeof CONTINUOUS_ROLLS, ratio: number) => () =>
  continuousLabel(roll, { width: 1, height: ratio }).height_in

const SECTION_9: Row[] = [
  ['carrier account lists of 100', () => listCarrierAccounts.query.safeParse({ length: '100' }).success, true],
  ['carrier account lists of 101', () => listCarrierAccounts.query.safeParse({ length: '101' }).success, false],
  ['token renewal 1800 s', at(1800), 'renew'],
  ['no token renewal at 1801 s', at(1801), 'live'],
  ['expiry notice 600 s', at(600), 'notice'],
  ['device retry 20 s', () => DEVICE_RETRY_MS, 20_000],
  ['toasts stay 5000 ms', () => TOAST_MS, 5000],
  [
    'duplicate toasts are prevented',
    () => withToast([{ tone: 'info', text: 'Saved' }], { tone: 'info', text: 'Saved' }).length,
    1,
  ],
  ['label sizes A4, 4x6, 1X', () => LABEL_SIZES.toSorted(), ['1X', '4x6', 'A4']],
  ['thermal paper 4x6 (DK1241)', () => thermal('DK1241'), [4, 6]],
  ['thermal paper 4.08x6.47 (DK1247)', () => thermal('DK1247'), [4.08, 6.47]],
  ['or 4.07x6.4 (DK1247)', () => thermal('DK1247_narrow'), [4.07, 6.4]],
  ['thermal paper 4x6.75 (doc tab)', () => thermal('doc_tab'), [4, 6.75]],
  [
    'A4 is 8.25x11.75 for en-GB',
    () => sheetInInches('en-GB'),
    expect.objectContaining({ width_in: 8.25, height_in: 11.75 }),
  ],
  ['A4 is 8.5x11 elsewhere', () => sheetInInches('fr-FR'), expect.objectContaining({ width_in: 8.5, height_in: 11 })],
  ['… and is drawn in the size it is cut to', () => sheetFor('en-GB'), { width_mm: 210, height_mm: 297 }],
  [
    '… as is the sheet of other locales',
    () => sheetFor('fr-FR'),
    { width_mm: expect.closeTo(215.9), height_mm: expect.closeTo(279.4) },
  ],
  ['continuous 1.1 in is 1.11 wide', () => CONTINUOUS_ROLLS['1.1'].width_in, 1.11],
  ['continuous 1.4 in is 1.36 wide', () => CONTINUOUS_ROLLS['1.4'].width_in, 1.36],
  ['continuous 2.4 in is 2.31 wide', () => CONTINUOUS_ROLLS['2.4'].width_in, 2.31],
  ['minimum length 3.8', height('1.1', 1), 3.8],
  ['minimum length 3.8, also of 1.4 in', height('1.4', 1), 3.8],
  ['minimum length 5 for 2.4', height('2.4', 1), 5],
  ['heights are scaled with the width', height('1.1', 4), 4.44],
  ['heights are rounded up to 2 decimals', height('1.4', 3.001), 4.09],
  ['weight is converted from grams to KG for parcels', () => kilogramsOf(1250 as Grams), 1.25],
  ['GB country codes', () => DOMESTIC_COUNTRIES, ['GB', 'JE', 'GG', 'IM']],
  ['Lite services', () => LITE_SERVICES, ['1SF', '2SF', 'SD', 'SD9AM', 'SD1PM_SAT', 'SD9AM_SAT']],
  ['default label position index 0 row 2', () => DEFAULT_LABEL_POSITION, { index: 0, row: 2 }],
  ['minimum printer resolution 300', () => MINIMUM_RESOLUTION_DPI, 300],
  ['frank-pay maximum below £1000', typed(1000_00), 'frank_pay_out_of_range'],
  [
    'printer models QL-600, QL-800, QL-1100, QL-1110, the last with its maker’s ending',
    () => QL_MODELS.map(({ name }) => name),
    ['QL-600', 'QL-800', 'QL-1100', 'QL-1110NWB'],
  ],
]

function missing(kind: string) {
  return { code: 'printer_not_set', kind }
}

function thermal(code: string): number[] {
  return DIE_CUT_LABELS.filter((paper) => paper.code === code).flatMap(({ width_in, height_in }) => [
    width_in,
    height_in,
  ])
}

describe.each([
  ['spec §5', SECTION_5],
  ['spec §9', SECTION_9],
])('%s', (_section, rows) => {
  it.each(rows)('%s', (_line, actual, expected) => expect(actual()).toEqual(expected))
})
