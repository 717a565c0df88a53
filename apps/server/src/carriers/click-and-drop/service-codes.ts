import type { ServiceCode } from '@postroom/domain/catalogue/services'

interface AccountService {
  code: string
  /** Codes for higher levels of compensation, by whole pounds. */
  compensation?: Readonly<Record<number, string>>
  /** The carrier is asked for a signature; the code itself does not say so. */
  signature?: true
  /** Its labels have no item number. */
  isUntracked?: true
}

/**
 * The services of an account with Royal Mail. What is not here is not offered: prepaid replies, Saturdays, International
 * Tracked Heavier and typed postage have no code. Source: service lists of users of the interface, 2023 to 2025; confidence
 * medium, because an account's own contract decides.
 */
export const ACCOUNT_SERVICES: Readonly<Partial<Record<ServiceCode, AccountService>>> = {
  '1': { code: 'BPL1', isUntracked: true },
  '2': { code: 'BPL2', isUntracked: true },
  '1SF': { code: 'BPR1' },
  '2SF': { code: 'BPR2' },
  SD: { code: 'SD1', compensation: { 1000: 'SD2', 2500: 'SD3' } },
  SD9AM: { code: 'SD4', compensation: { 1000: 'SD5', 2500: 'SD6' } },
  TR24: { code: 'TPN24' },
  TR24S: { code: 'TPN24', signature: true },
  TR48: { code: 'TPS48' },
  TR48S: { code: 'TPS48', signature: true },
  IE: { code: 'OLS', isUntracked: true },
  IS: { code: 'OLA', isUntracked: true },
  IT: { code: 'OTA', compensation: { 250: 'OTB' } },
  ITS: { code: 'OTC', compensation: { 250: 'OTD' } },
  ISI: { code: 'OSA', compensation: { 250: 'OSB' } },
}

/** The carrier's code for a service with some compensation in whole pounds. Nothing when it has none. */
export function accountCodeOf(service: ServiceCode, compensation_gbp: number): string | undefined {
  const row = ACCOUNT_SERVICES[service]
  return row?.compensation?.[compensation_gbp] ?? row?.code
}
