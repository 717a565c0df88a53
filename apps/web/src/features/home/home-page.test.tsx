import { getBalance, listCarrierAccounts } from '@postroom/contract/carrier'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { answerAsUsual, pageOf } from '../../testing/answers.ts'
import { CONFIGS, pairTwoDevices, PRINTER } from '../../testing/fake-device.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { pass, useMovedClock } from '../../testing/moved-clock.ts'
import { openPage } from '../../testing/open-page.tsx'
import { closePage } from '../../testing/show.tsx'

beforeEach(useMovedClock)

const region = async (name: string) => within(await screen.findByRole('region', { name }))

it('greets the user, and starts with each format', async () => {
  openPage('/app/home')
  expect(await screen.findByRole('heading', { level: 1, name: /, Demo$/ })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Home – Postroom'))
  const formats = (await region('What are you sending?')).getAllByRole('link')
  expect(formats.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Letters', '/app/desktop'],
    ['Send to many', '/app/ship-by-address'],
    ['Letterto 100 g', '/app/shipping-single?packaging=letter'],
    ['Large letterto 750 g', '/app/shipping-single?packaging=large_letter'],
    ['Small parcelto 2 kg', '/app/shipping-single?packaging=small_parcel'],
    ['Medium parcelto 20 kg', '/app/shipping-single?packaging=medium_parcel'],
    ['Tubeto 20 kg', '/app/shipping-single?packaging=tube'],
  ])
})

const ACCOUNT = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'
const balance = (held: number) => ({
  account_id: ACCOUNT,
  currency: 'GBP' as const,
  balance: 50_00,
  posted: 50_00 + held,
  held,
})

it('shows the balance with its account, and an amount on hold only while there is one', async () => {
  openPage('/app/home')
  const card = await region('Balance')
  expect(await card.findByText('£50.00')).toBeVisible()
  expect(card.getByText('Office')).toBeVisible()
  expect(card.queryByText(/on hold/)).toBeNull()
  expect(card.queryByRole('progressbar')).toBeNull()
  expect(card.queryByText('No prepaid account yet')).toBeNull()
  expect(card.queryByText('This could not be loaded.')).toBeNull()
})

it('shows the smallest amount on hold', async () => {
  server.on(getBalance, () => balance(1))
  openPage('/app/home')
  expect(await (await region('Balance')).findByText('£0.01 on hold while we confirm a purchase')).toBeVisible()
})

it('says that there is no account only once the accounts are known', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.on(listCarrierAccounts, async () => {
    await promise
    return pageOf([])
  })
  openPage('/app/home')
  const card = await region('Balance')
  expect(await card.findByRole('progressbar')).toBeVisible()
  expect(card.queryByText('No prepaid account yet')).toBeNull()
  resolve()
  expect(await card.findByText('No prepaid account yet')).toBeVisible()
  expect(card.queryByRole('progressbar')).toBeNull()
})

it.each([
  ['the accounts', listCarrierAccounts],
  ['the balance', getBalance],
] as const)('offers to load %s again after a failure', async (_what, endpoint) => {
  server.on(endpoint, () => new Refusal('invalid_request'))
  const user = openPage('/app/home')
  const card = await region('Balance')
  await card.findByText('This could not be loaded.')
  expect(card.queryByText('No prepaid account yet')).toBeNull()
  expect(card.queryByRole('progressbar')).toBeNull()
  answerAsUsual()
  await user.click(card.getByRole('button', { name: 'Try again' }))
  expect(await card.findByText('£50.00')).toBeVisible()
  expect(card.queryByText('This could not be loaded.')).toBeNull()
})

it('shows the printers with what is loaded, and how to pair a device manager while there is none', async () => {
  openPage('/app/home')
  const card = await region('Printing')
  expect(await card.findByText('No device manager paired')).toBeVisible()
  expect(card.getByText(/Pair the device manager/)).toBeVisible()
  expect(card.getByRole('link', { name: 'Set up printers' })).toHaveAttribute('href', '/app/device-preferences')
  closePage()
  const { reception, office } = pairTwoDevices()
  const roll = { name: 'DK-11247', width_mm: 103.6, height_mm: 164.3 }
  reception.on('status', () => ({
    alias: '',
    version: '1',
    printers: [
      { ...PRINTER, media_ready: [roll, roll] },
      { ...PRINTER, id: 'second', name: 'Second printer' },
    ],
    scales: [],
    config: CONFIGS,
  }))
  office.isThere = false
  localStorage.setItem('postroom.device', reception.hub.id)
  localStorage.setItem('postroom.device.form', office.hub.id)
  queryClient.clear()
  openPage('/app/home')
  const again = await region('Printing')
  expect(await again.findByText('Reception PC · 2 printers ready')).toBeVisible()
  expect(again.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Virtual printer · DK-11247, 104 × 164 mm',
    'Second printer',
  ])
  expect(again.queryByText(/Pair the device manager/)).toBeNull()
  await pass(6)
  expect(await again.findByText(/^At Back office: Device manager not connected · retry in/)).toBeVisible()
})
