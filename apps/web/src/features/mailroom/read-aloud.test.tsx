import { virtual } from '@guidepup/virtual-screen-reader'
import { delay } from '../../api/delay.ts'
import { getShipment, processShipment } from '@postroom/contract/shipment'
import { listBatches } from '@postroom/contract/shipment-batch'
import { claimPending, getPending, releasePending, updatePending } from '@postroom/contract/shipment-pending'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import { aJob } from '../../testing/a-job.ts'
import { aQueued, withQueue } from '../../testing/a-queued.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { pairDevice } from '../../testing/fake-device.ts'
import { server } from '../../testing/fake-server.ts'
import { heard, listen } from '../../testing/heard.ts'
import { openPage } from '../../testing/open-page.tsx'

afterEach(() => virtual.stop())

it('says the scanned row, its price once, what became of it, and the next row', async () => {
  server.on(listBatches, () => pageOf([]))
  server.on(getShipment, ({ params }) => aShipment({ id: params.id }))
  server.on(listCostCenters, () => pageOf([]))
  server.on(getPending, ({ params }) => aQueued(Number(params.pending_id.split('-')[1])))
  for (const endpoint of [claimPending, releasePending, updatePending]) server.on(endpoint, () => aQueued(1))
  const device = pairDevice()
  const prints = device.on('print', ({ job_id }) => ({ job: aJob({ job_id, state: 'queued' }) }))
  const queue = withQueue([aQueued(1), aQueued(2), aQueued(3)])
  server.on(processShipment, ({ query: { pending_id = '' } }) => {
    queue.sold.push(pending_id)
    return aShipment({ id: crypto.randomUUID(), service: '2' })
  })
  const user = openPage('/app/mailroom')
  await screen.findByText('K-1')
  await screen.findByText('Virtual printer')
  await listen()
  await user.keyboard('K-2{Enter}')
  await waitFor(() => expect(document.querySelector('tr[aria-current]')).toHaveTextContent('K-2'))
  expect(await heard()).toEqual(['polite: K-2 scanned', 'polite: Now K-2: Person 2, Aberystwyth, SY23 2HT'])
  await user.keyboard('{Alt>}w{/Alt}')
  expect(await heard()).toEqual(['textbox, Weight, key shortcuts Alt+W'])
  // each weight on the way has a price
  for (const figure of ['6', '2', '0']) {
    await user.keyboard(figure)
    await delay(250)
  }
  const price = 'polite: K-2: 2nd Class, £3.95'
  await waitFor(async () => expect(await virtual.spokenPhraseLog()).toContain(price))
  expect(await heard()).toEqual([price])
  await user.keyboard('{Enter}')
  expect(await heard()).toEqual([expect.stringMatching(/^textbox, Scan, or type a code, a name or a postcode/)])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(prints).toHaveLength(1))
  expect(await heard()).toEqual([
    'polite: K-2 is being bought.',
    'polite: Now K-3: Person 3, Aberystwyth, SY23 2HT',
    'polite: K-2 is bought.',
  ])
  device.report({ type: 'job', job: aJob({ job_id: prints[0]!.job_id, state: 'printed' }) })
  await screen.findByText('K-2 is bought and printed.')
  expect(await heard()).toEqual(['polite: K-2 is bought and printed.'])
}, 60_000)
