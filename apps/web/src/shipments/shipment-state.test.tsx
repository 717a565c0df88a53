import { expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
import { ShipmentState } from './shipment-state.tsx'

it.each([
  [{ status: 'pending' }, 'Being confirmed', 'info'],
  [{ status: 'bought' }, 'Bought', 'good'],
  [{ status: 'rejected' }, 'Rejected', 'error'],
  [{ status: 'cancelled' }, 'Cancelled', 'neutral'],
  [{ status: 'void_requested' }, 'Refund requested', 'info'],
  [{ status: 'voided' }, 'Refunded', 'neutral'],
  [{ status: 'test' }, 'Test', 'neutral'],
  [{ status: 'bought', print_state: 'not_printed' }, 'Bought, not printed', 'warn'],
  [{ status: 'bought', print_state: 'unknown' }, 'Check the printer', 'warn'],
  [{ status: 'bought', print_state: 'queued' }, 'Printing', 'info'],
  [{ status: 'bought', print_state: 'printed' }, 'Printed', 'good'],
  [{ status: 'bought', print_state: 'printed', delivery: 'dispatched' }, 'On its way', 'info'],
  [{ status: 'bought', print_state: 'printed', delivery: 'delivered' }, 'Delivered', 'good'],
  [{ status: 'bought', print_state: 'printed', delivery: 'problem' }, 'Problem on the way', 'warn'],
] as const)('%o is %s, %s', (shipment, word, tone) => {
  show(<ShipmentState shipment={shipment} />)
  expect(document.body).toHaveTextContent(new RegExp(`^${word}$`))
  expect(document.querySelector(`[data-tone=${tone}], [class*=${tone}]`)).toHaveTextContent(word)
})
