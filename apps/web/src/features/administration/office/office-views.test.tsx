import { listDevices, type ListedDevice } from '@postroom/contract/device-list'
import { unpairHub } from '@postroom/contract/hub'
import { getPermission } from '@postroom/contract/identity'
import { exportPrices, listPrices, type ComparedPrice } from '@postroom/contract/price-list'
import { getRetention } from '@postroom/contract/retention'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { pageOf } from '../../../testing/answers.ts'
import { Refusal, server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
})
const open = (view: string) => openPage(`/app/administration?view=${view}`)
const row = async (name: RegExp) => {
  const header = await screen.findByRole('rowheader', { name })
  return within(header.closest<HTMLElement>('[role=row]')!)
}

describe('device managers', () => {
  const BENCH: ListedDevice = {
    id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c02',
    alias: 'Packing bench',
    paired_by: 'Dev Prosser',
    paired_at: '2026-11-01T09:00:00.000Z',
    connected: true,
    version: '1.0.0',
    newer_version: '1.1.0',
    printers: [{ id: 'p1', name: 'QL-1110NWB', kinds: ['shipping'], error_code: 'media_empty' }],
  }

  it('are listed with their state, version and printers', async () => {
    const away: ListedDevice = {
      id: '7f0e3e7a-51a4-4c8e-9d1e-6d8a4b1f0c03',
      alias: 'Reception',
      paired_at: BENCH.paired_at,
      connected: false,
      printers: [],
    }
    server.on(listDevices, () => pageOf([BENCH, away]))
    open('devices')
    const bench = await row(/Packing bench/)
    for (const text of ['Connected', '1.1.0 is published', /out of paper/]) expect(bench.getByText(text)).toBeVisible()
    expect((await row(/Reception/)).getByText('Not connected')).toBeVisible()
    expect(screen.getByText('2 device managers')).toBeVisible()
  })

  it('are unpaired after a question; a refusal leaves them', async () => {
    let listed = [BENCH]
    server.on(listDevices, () => pageOf(listed))
    const asked = server.on(unpairHub, () => new Refusal('not_found'))
    const user = open('devices')
    const unpair = async () => {
      await user.click((await row(/Packing bench/)).getByRole('button', { name: /^Unpair/ }))
      const question = within(await screen.findByRole('alertdialog'))
      expect(question.getByText(/Packing bench/)).toBeVisible()
      await user.click(question.getByRole('button', { name: 'Unpair' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    await unpair()
    expect((await row(/Packing bench/)).getByText('Connected')).toBeVisible()
    server.on(unpairHub, ({ params }) => {
      listed = []
      return { id: params.id }
    })
    await unpair()
    expect(await screen.findByText('No device manager yet')).toBeVisible()
    expect(asked.map(({ params }) => params.id)).toEqual([BENCH.id])
  })

  it('can be none, or not loaded', async () => {
    server.on(listDevices, () => UNREACHABLE)
    const user = open('devices')
    await screen.findByText(/could not be loaded/)
    server.on(listDevices, () => pageOf([]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No device manager yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Pair or unpair' })).toHaveAttribute('href', '/app/device-preferences')
  })
})

describe('prices', () => {
  const LETTER: ComparedPrice = {
    service: '1',
    format: 'letter',
    area: 'UK',
    compensation_gbp: 20,
    from_g: 1,
    to_g: 100,
    vat: 'exempt',
    before: 170,
    price: 180,
  }
  const lists = [
    { id: 'online-2026-04-07', effective_from: '2026-04-07', state: 'current' as const },
    { id: 'online-2027-04-05', effective_from: '2027-04-05', state: 'coming' as const },
  ]
  const answer = (...data: ComparedPrice[]) => ({
    ...pageOf(data),
    lists,
    shown: 'online-2027-04-05',
    compared_with: 'online-2026-04-07',
  })

  it('have the coming list with its differences, and say what is new and what is gone', async () => {
    const { before: _b, ...added } = { ...LETTER, format: 'large_letter' }
    const { price: _p, ...gone } = { ...LETTER, format: 'small_parcel', to_g: 2000, area: 'country:FR' }
    server.on(listPrices, () => answer(LETTER, added, gone))
    open('prices')
    const dearer = await row(/Class, Letter/)
    expect(dearer.getByText('£1.70')).toBeVisible()
    expect(dearer.getByText('+£0.10 (+5.9%)')).toBeVisible()
    expect(dearer.getByText('100 g')).toBeVisible()
    expect((await row(/Large letter/)).getByText('new')).toBeVisible()
    expect((await row(/Small parcel/)).getByText('no longer sold')).toBeVisible()
    expect((await row(/Small parcel/)).getByText('France')).toBeVisible()
    expect(screen.getByText('A new price list is coming.')).toBeVisible()
  })

  it('are narrowed in the URL, and saved as they are narrowed', async () => {
    const asked = server.on(listPrices, () => answer(LETTER))
    const saved = server.on(exportPrices, () => new Uint8Array([1]))
    const user = open('prices')
    await user.click(await screen.findByRole('radio', { name: 'Changed' }))
    await user.click(screen.getByRole('radio', { name: 'Post Office' }))
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ channel: 'post_office', changed: 'true' }))
    expect(location.search).toBe('?view=prices&channel=post_office&changed=true')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save as CSV' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }))
    await waitFor(() => expect(saved.at(-1)?.query).toMatchObject({ channel: 'post_office', changed: 'true' }))
  })

  it('of one service are chosen by its name, and of all again', async () => {
    const asked = server.on(listPrices, () => answer(LETTER))
    const user = open('prices')
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: /Service$/ }))
      await user.click(screen.getByRole('option', { name }))
    }
    await choose('2nd Class')
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ service: '2' }))
    expect(location.search).toBe('?view=prices&service=2')
    await choose('All services')
    await waitFor(() => expect(location.search).toBe('?view=prices'))
  })

  it('can match nothing, and offer to load them again after a failure', async () => {
    server.on(listPrices, () => UNREACHABLE)
    const user = open('prices')
    await screen.findByText(/could not be loaded/)
    server.on(listPrices, () => answer())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No price matches')).toBeVisible()
  })
})

describe('data kept', () => {
  it('names each kind with its days, or that they could not be loaded', async () => {
    server.on(getRetention, () => UNREACHABLE)
    const user = open('retention')
    await screen.findByText('This could not be loaded.')
    server.on(getRetention, () => ({
      data: [
        { kind: 'people' as const, days: 730 },
        { kind: 'tests' as const, days: 1 },
      ],
    }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('730 days')).toBeVisible()
    expect(screen.getByText('1 day')).toBeVisible()
  })
})
