import { listColleagues } from '@postroom/contract/identity'
import { listCostCenters } from '@postroom/contract/shipment-references'
import { exportShipments, searchShipments } from '@postroom/contract/shipment-search'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { aShipment } from '../../testing/a-shipment.ts'
import { pageOf } from '../../testing/answers.ts'
import { server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

beforeEach(() => {
  server.on(searchShipments, () => ({ ...pageOf([aShipment()]), total: 2 }))
  server.on(listColleagues, () => ({ data: [] }))
  server.on(listCostCenters, () => pageOf([]))
})

const open = async (query = '') => {
  const user = openPage(`/app/history${query}`)
  await screen.findByRole('rowheader', { name: /Marguerite/ })
  return user
}

it('saves what is filtered', async () => {
  const saved = server.on(exportShipments, () => new Uint8Array([1]))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const user = await open('?q=llew')
  await user.click(screen.getByRole('button', { name: 'Save 2 as CSV' }))
  await waitFor(() => expect(click).toHaveBeenCalled())
  expect(saved.at(-1)?.query).toMatchObject({ text: 'llew', withManual: 'true' })
})

it('says that more are found than are counted, and saves the newest of them', async () => {
  server.on(searchShipments, () => ({ ...pageOf([aShipment()]), total: 10_000, total_is_minimum: true as const }))
  server.on(exportShipments, () => new Uint8Array([1]))
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const user = await open()
  expect(screen.getAllByText('More than 10,000 shipments')).toHaveLength(2)
  expect(screen.queryByText(/^10,000 shipments/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save the newest 10,000 as CSV' }))
  await waitFor(() => expect(names).toEqual(['shipments-newest-10000.csv']))
})
