import { listMembers } from '@postroom/contract/administration'
import { getAuditChain, listAuditEvents } from '@postroom/contract/audit-log'
import { getStatement, getStatementDays } from '@postroom/contract/carrier-account'
import { listDevices } from '@postroom/contract/device-list'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { listPrices } from '@postroom/contract/price-list'
import { getVatStatement } from '@postroom/contract/vat-statement'
import { screen, within } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { pageOf } from '../../testing/answers.ts'
import { server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { DAY, DEVICE, ENTRY, MEMBER, MOVEMENT, PRICE, pricesOf, VAT } from '../../testing/an-administration.ts'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listColleagues, () => ({ data: [] }))
  server.on(listMembers, () => pageOf([MEMBER]))
  server.on(getStatement, () => pageOf([MOVEMENT]))
  server.on(getStatementDays, () => pageOf([DAY]))
  server.on(getVatStatement, () => VAT)
  server.on(listDevices, () => pageOf([DEVICE]))
  server.on(listPrices, () => pricesOf(PRICE))
  server.on(listAuditEvents, () => pageOf([ENTRY]))
  server.on(getAuditChain, () => ({ entries: 0, verified: 0 }))
})

/** The table of a view that is so many pixels wide, with a row in it. */
async function tableAt(view: string, name: string, width: number) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  openPage(`/app/administration?view=${view}`)
  const table = within(await screen.findByRole('grid', { name }))
  await table.findByRole('rowheader')
  return table
}

it.each([
  ['users', 'Users', 1024, 'Name 506, Role 168, Plan 80, State 140, Since 130'],
  ['account', 'Statement', 1024, 'Time 140, What 624, Amount 130 right, Balance 130 right'],
  ['account&statement=days', 'Statement', 1024, 'Day 120, What 544, In 120 right, Out 120 right, Balance 120 right'],
  [
    'account&statement=vat&month=2026-11',
    'VAT by treatment',
    1024,
    'VAT treatment 634, Net 130 right, VAT 130 right, Gross 130 right',
  ],
  ['account&statement=vat&month=2026-11', 'VAT by day', 1024, 'Day 634, Net 130 right, VAT 130 right, Gross 130 right'],
  ['devices', 'Device managers', 1024, 'Device manager 277, State 190, Version 170, Printers 277, Unpair 110 right'],
  [
    'prices',
    'Prices',
    1024,
    'Service 304, Area 170, Up to 110 right, Cover 110 right, Before 90 right, Price 90 right, Difference 150 right',
  ],
  ['audit', 'Audit log', 1060, 'Number 84, Time 140, Who 170, What 212, About 212, From address 130, Fingerprint 112'],
])('the columns of %s, %s share %i pixels: %s', async (view, name, width, columns) => {
  const table = await tableAt(view, name, width)
  const heads = table.getAllByRole('columnheader').map((head) => {
    const right = head.className.includes('_end_') ? ' right' : ''
    return `${head.textContent} ${Number.parseInt(head.parentElement!.style.width, 10)}${right}`
  })
  expect(heads.join(', ')).toBe(columns)
})

it.each([
  ['users', 'Users', 860, 'Name, Role, Plan, State, Since'],
  ['users', 'Users', 859, 'Name, Role, Plan, State'],
  ['users', 'Users', 700, 'Name, Role, Plan, State'],
  ['users', 'Users', 699, 'Name, Role, State'],
  ['devices', 'Device managers', 860, 'Device manager, State, Version, Printers, Unpair'],
  ['devices', 'Device managers', 859, 'Device manager, State, Version, Unpair'],
  ['prices', 'Prices', 960, 'Service, Area, Up to, Cover, Before, Price, Difference'],
  ['prices', 'Prices', 959, 'Service, Area, Up to, Before, Price, Difference'],
  ['prices', 'Prices', 760, 'Service, Area, Up to, Before, Price, Difference'],
  ['prices', 'Prices', 759, 'Service, Before, Price, Difference'],
  ['audit', 'Audit log', 1059, 'Number, Time, Who, What, About, From address'],
  ['audit', 'Audit log', 980, 'Number, Time, Who, What, About, From address'],
  ['audit', 'Audit log', 979, 'Number, Time, Who, What, About'],
  ['audit', 'Audit log', 820, 'Number, Time, Who, What, About'],
  ['audit', 'Audit log', 819, 'Number, Time, Who, What'],
  ['audit', 'Audit log', 720, 'Number, Time, Who, What'],
  ['audit', 'Audit log', 719, 'Time, Who, What'],
])('%s, %s has room in %i pixels for: %s', async (view, name, width, columns) => {
  const table = await tableAt(view, name, width)
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads.join(', ')).toBe(columns)
})

it.each([
  ['users', 'Users', 'Priya Desmond priya@bindery.exampleActiveSender · Full'],
  ['account', 'Statement', 'Postage INV-20435−£78.8919 Nov, 10:30 · Balance £424.10'],
  ['account&statement=days', 'Statement', 'Postage 22 movements−£78.8919 Nov 2026 · Balance £424.10'],
  ['account&statement=vat', 'VAT by treatment', 'Standard rate, 20%£3.65Net £3.04, VAT £0.61'],
  ['account&statement=vat', 'VAT by day', '5 November£3.65Net £3.04, VAT £0.61'],
  ['devices', 'Device managers', 'Packing benchUnpairConnected 1.0.0 1.1.0 is published'],
  ['prices', 'Prices', '1st Class, Letter£1.80United Kingdom · 100 g · +£0.10 (+5.9%)'],
  ['audit', 'Audit log', 'Signed in12,39719 Nov, 13:10 · The system'],
])('a row of %s, %s is two lines on a phone: %s', async (view, name, text) => {
  const table = await tableAt(view, name, 350)
  expect(table.getByRole('rowheader')).toHaveTextContent(text)
})
