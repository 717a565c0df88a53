import { series, type PriceList, type PriceRow } from '../price-row.ts'
import type { ServiceCode } from '../services.ts'

type Step = readonly [to_g: number, pence: number]

/** Read in the source. Signed For rows already hold the fee. */
const posted = (service: ServiceCode, format: PriceRow['format'], ...steps: Step[]) =>
  series({ service, format, zone: 'UK', compensation_gbp: 20, vat: 'exempt', confidence: 'medium' }, ...steps)

/** Read in the source; one series for each level of compensation. */
const special = (compensation_gbp: number, ...steps: Step[]) =>
  series({ service: 'SD', format: 'any', zone: 'UK', compensation_gbp, vat: 'exempt', confidence: 'medium' }, ...steps)

/** Derived: (Special Delivery by 1pm + £2.50) × 1.2, the rule that the counter price list follows to the penny. */
const saturday = (compensation_gbp: number, ...steps: Step[]) =>
  series(
    { service: 'SD1PM_SAT', format: 'any', zone: 'UK', compensation_gbp, vat: 'standard_included', confidence: 'low' },
    ...steps,
  )

/**
 * Online (pay as you go) prices within the United Kingdom from 7 April 2026. Source: the Royal Mail price guide as
 * collected by verbb/shippy, `src/rates/royalmail/online` @a8bbaf6 (12 August 2026). No online price is published for
 * Special Delivery by 9am, for prepaid reply, or for what the user prices himself: they have no rows.
 */
export const ONLINE_2026_04_07: PriceList = {
  id: 'online-2026-04-07',
  channel: 'online',
  effective_from: '2026-04-07',
  rows: [
    ...posted('1', 'letter', [100, 180]),
    ...posted('1', 'large_letter', [100, 320], [250, 330], [500, 330], [750, 330]),
    ...posted('1', 'small_parcel', [2000, 515]),
    ...posted('1', 'medium_parcel', [2000, 735], [10000, 935], [20000, 1475]),
    ...posted('2', 'letter', [100, 91]),
    ...posted('2', 'large_letter', [100, 155], [250, 190], [500, 240], [750, 270]),
    ...posted('2', 'small_parcel', [2000, 395]),
    ...posted('2', 'medium_parcel', [2000, 625], [10000, 805], [20000, 1245]),
    ...posted('1SF', 'letter', [100, 380]),
    ...posted('1SF', 'large_letter', [100, 520], [250, 530], [500, 530], [750, 530]),
    ...posted('1SF', 'small_parcel', [2000, 675]),
    ...posted('1SF', 'medium_parcel', [2000, 895], [10000, 1095], [20000, 1635]),
    ...posted('2SF', 'letter', [100, 291]),
    ...posted('2SF', 'large_letter', [100, 355], [250, 390], [500, 440], [750, 470]),
    ...posted('2SF', 'small_parcel', [2000, 555]),
    ...posted('2SF', 'medium_parcel', [2000, 785], [10000, 965], [20000, 1405]),
    ...special(750, [100, 945], [500, 1045], [1000, 1145], [2000, 1545], [10000, 2195], [20000, 2695]),
    ...special(1000, [100, 1245], [500, 1345], [1000, 1445], [2000, 1845], [10000, 2495], [20000, 2995]),
    ...special(2500, [100, 1945], [500, 2045], [1000, 2145], [2000, 2545], [10000, 3195], [20000, 3695]),
    ...saturday(750, [100, 1434], [500, 1554], [1000, 1674], [2000, 2154], [10000, 2934], [20000, 3534]),
    ...saturday(1000, [100, 1794], [500, 1914], [1000, 2034], [2000, 2514], [10000, 3294], [20000, 3894]),
    ...saturday(2500, [100, 2634], [500, 2754], [1000, 2874], [2000, 3354], [10000, 4134], [20000, 4734]),
  ],
}
