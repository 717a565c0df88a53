import { voidShipment } from '@postroom/contract/shipment-void'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { saveSession } from '../session/session-store.ts'
import { aShipment } from '../testing/a-shipment.ts'
import { USER } from '../testing/a-user.ts'
import { server, UNREACHABLE } from '../testing/fake-server.ts'
import { show } from '../testing/show.tsx'
import { openToast } from '../ui/toast-queue.ts'
import { VoidButton } from './void-button.tsx'

const shipment = aShipment({ void_until: '2026-12-05' })
const REFUND = { amount: 91, status: 'submitted' as const, expected_by: null }
const voided = vi.fn<() => void>()
beforeEach(() => {
  voided.mockClear()
  saveSession(USER)
})

async function ask(to = shipment.to) {
  const user = show(<VoidButton shipment={{ ...shipment, to }} onVoided={voided} />)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Void, until Sat 5 Dec' }))
  return { user, dialog: within(await screen.findByRole('alertdialog')) }
}

it('asks to whom the label was, by company without a name; Cancel closes it', async () => {
  const { user, dialog } = await ask({ ...shipment.to, name: '', company_name: 'Trewin Frames' })
  expect(dialog.getByRole('heading')).toHaveTextContent('Void the label to Trewin Frames?')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(voided).not.toHaveBeenCalled()
})

it.each([
  ['The address is wrong', 'void_requested', 'good', 'The refund is requested.', 1],
  ['The service or weight is wrong', 'voided', 'good', 'The label is void and the money is refunded.', 1],
  ['It is not needed any more', 'void_rejected', 'warn', 'The carrier refused the refund.', 0],
  ['The label is spoiled or lost', 'voided', 'good', 'The label is void and the money is refunded.', 1],
] as const)('says why, %s, and what the carrier answers: %s', async (reason, status, tone, text, times) => {
  const asked = server.on(voidShipment, () => ({ id: shipment.id, status, refund: REFUND }))
  const { user, dialog } = await ask()
  await user.click(dialog.getByRole('radio', { name: reason }))
  await user.click(dialog.getByRole('button', { name: 'Void and refund £0.91' }))
  await waitFor(() => expect(openToast()).toEqual({ tone, text }))
  expect(asked).toEqual([{ params: { id: shipment.id }, query: undefined, body: { cancellation_reason: reason } }])
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(voided).toHaveBeenCalledTimes(times)
})

it('closes also when there is no answer', async () => {
  server.on(voidShipment, () => UNREACHABLE)
  const { user, dialog } = await ask()
  await user.click(dialog.getByRole('radio', { name: 'The address is wrong' }))
  await user.click(dialog.getByRole('button', { name: /^Void and refund/ }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(voided).not.toHaveBeenCalled()
})

it('says what the carrier wrote, and has balance, shipments and attention asked again', async () => {
  const nouns = ['balance', 'shipments', 'attention']
  for (const noun of nouns) queryClient.setQueryData([noun], 'known')
  server.on(voidShipment, () => ({
    id: shipment.id,
    status: 'voided' as const,
    refund: REFUND,
    message: 'Within a week.',
  }))
  const { user, dialog } = await ask()
  await user.click(dialog.getByRole('radio', { name: 'The address is wrong' }))
  await user.click(dialog.getByRole('button', { name: /^Void and refund/ }))
  await waitFor(() => expect(openToast()).toEqual({ tone: 'good', text: 'Within a week.' }))
  expect(nouns.map((noun) => queryClient.getQueryState([noun])?.isInvalidated)).toEqual([true, true, true])
})
