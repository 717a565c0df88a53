import type { AddressState, ListedAddress } from '@postroom/contract/address-book'
import { Check, Circle, CircleAlert, Info, type LucideIcon } from 'lucide-react'
import type { Tone } from '../../ui/badge.tsx'

/** What is shown as the state of an address: the most urgent of its facts. */
export type ShownState = Exclude<AddressState, 'twice'> | 'verified' | 'corrected'

export function stateOf(
  address: Pick<ListedAddress, 'invalid_reason' | 'suggested' | 'correction_status'>,
): ShownState {
  if (address.invalid_reason) return 'returned'
  if (address.suggested) return 'difference'
  if (address.correction_status === 'invalid') return 'wrong'
  return address.correction_status === 'unverified' ? 'unchecked' : address.correction_status
}

export const LOOK_OF_STATE: Readonly<Record<ShownState, { icon: LucideIcon; tone: Tone }>> = {
  unchecked: { icon: Circle, tone: 'neutral' },
  difference: { icon: Info, tone: 'info' },
  wrong: { icon: CircleAlert, tone: 'error' },
  returned: { icon: CircleAlert, tone: 'error' },
  verified: { icon: Check, tone: 'good' },
  corrected: { icon: Check, tone: 'good' },
}
