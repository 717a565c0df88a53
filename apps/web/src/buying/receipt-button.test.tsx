import { getShipment } from '@postroom/contract/shipment'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { saveSession } from '../session/session-store.ts'
import { aShipment } from '../testing/a-shipment.ts'
import { USER } from '../testing/a-user.ts'
import { server } from '../testing/fake-server.ts'
import { savedFiles } from '../testing/saved-files.ts'
import { show } from '../testing/show.tsx'
import { openToast } from '../ui/toast-queue.ts'
import { ReceiptButton } from './receipt-button.tsx'

const shipment = aShipment()
const receipt = { ...shipment.docs[0]!, type: 'receipt' as const, url: '/assets/receipt.pdf' }

beforeEach(() => saveSession(USER))

it('saves the receipt under the id of its shipment', async () => {
  server.on(getShipment, () => aShipment({ docs: [...shipment.docs, receipt] }))
  const files = savedFiles()
  const user = show(<ReceiptButton shipmentId={shipment.id} />)
  await user.click(screen.getByRole('button', { name: 'Receipt' }))
  await waitFor(() => expect(files).toMatchObject([{ name: `receipt-${shipment.id}.pdf` }]))
})

it('says that a receipt could not be loaded, and saves nothing', async () => {
  server.on(getShipment, () => shipment)
  const files = savedFiles()
  const user = show(<ReceiptButton shipmentId={shipment.id} />)
  await user.click(screen.getByRole('button', { name: 'Receipt' }))
  await waitFor(() => expect(openToast()).toMatchObject({ tone: 'error', text: 'The receipt could not be loaded.' }))
  expect(files).toEqual([])
})
