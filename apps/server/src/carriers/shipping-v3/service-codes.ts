import type { PackagingCode } from '@postroom/domain/catalogue/packaging'
import type { ServiceCode } from '@postroom/domain/catalogue/services'

/** Royal Mail's formats: letter, large letter (flat) and parcel. */
type Format = 'L' | 'F' | 'P'

interface ShippingService {
  /** The carrier's code by format; a format without one is not sold. */
  codes: Readonly<Partial<Record<Format, string>>>
  /** Codes for higher levels of compensation, by whole pounds. */
  compensation?: Readonly<Record<number, string>>
  /** A signature is an extra of the service. */
  recorded?: true
  /** Its labels have no item number. */
  isUntracked?: true
}

const everyFormat = (code: string) => ({ L: code, F: code, P: code })
const flatAndParcel = (code: string) => ({ F: code, P: code })

/**
 * The services of an account within the United Kingdom. What is not here is not offered: abroad, prepaid replies, Saturdays and
 * typed postage. Source: service lists of users of the interface, 2023 to 2025; confidence medium, because an account's own
 * contract decides.
 */
export const SHIPPING_SERVICES: Readonly<Partial<Record<ServiceCode, ShippingService>>> = {
  '1': { codes: everyFormat('STL1'), isUntracked: true },
  '2': { codes: everyFormat('STL2'), isUntracked: true },
  '1SF': { codes: everyFormat('STL1'), recorded: true },
  '2SF': { codes: everyFormat('STL2'), recorded: true },
  SD: { codes: flatAndParcel('SD1'), compensation: { 1000: 'SD2', 2500: 'SD3' } },
  SD9AM: { codes: flatAndParcel('SD4'), compensation: { 1000: 'SD5', 2500: 'SD6' } },
  TR24: { codes: { F: 'TRNN1', P: 'TPNN' } },
  TR24S: { codes: { F: 'TRNS', P: 'TPNS' } },
  TR48: { codes: { F: 'TRSN1', P: 'TPSN' } },
  TR48S: { codes: { F: 'TRSS', P: 'TPSS' } },
}

const FORMATS: Readonly<Partial<Record<PackagingCode, Format>>> = { letter: 'L', large_letter: 'F' }

/** How the carrier names a service for an item. Nothing when it is not sold. */
export function shippingCodeOf(
  service: ServiceCode,
  { packaging, compensation_gbp }: { packaging: PackagingCode; compensation_gbp: number },
): { code: string; format: Format } | undefined {
  const format = FORMATS[packaging] ?? 'P'
  const row = SHIPPING_SERVICES[service]
  const usual = row?.codes[format]
  const code = usual && (row.compensation?.[compensation_gbp] ?? usual)
  return code === undefined ? undefined : { code, format }
}
