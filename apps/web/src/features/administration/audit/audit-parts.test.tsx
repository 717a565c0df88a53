import { exportAuditEvents, getAuditChain, listAuditEvents, type AuditEntry } from '@postroom/contract/audit-log'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { USER } from '../../../testing/a-user.ts'
import { ENTRY } from '../../../testing/an-administration.ts'
import { pageOf } from '../../../testing/answers.ts'
import { server } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { savedFiles } from '../../../testing/saved-files.ts'

const AT = '2026-11-19T14:30:00.000Z'
const ENTRIES: AuditEntry[] = [
  { ...ENTRY, user_id: USER.id, subject: USER.id, request_id: 'r-7K2M' },
  { number: 9, at: ENTRY.at, event: 'brand_new', details: {}, hash: ENTRY.hash, subject: 'a-shipment' },
]
let calls: { query: object }[]
beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listColleagues, () => ({ data: [{ id: USER.id, fullname: 'Angharad Kendall', is_manager: true }] }))
  server.on(getAuditChain, () => ({ entries: 2, verified: 2, checked_at: AT }))
  calls = server.on(listAuditEvents, () => pageOf(ENTRIES))
})

async function open(query = '') {
  const user = openPage(`/app/administration?view=audit${query}`)
  await screen.findByRole('rowheader', { name: 'Signed in' })
  return user
}
const row = (name: string) => screen.getByRole('rowheader', { name }).closest<HTMLElement>('[role=row]')!
const drawer = (name: string) => screen.queryByRole('complementary', { name })
const facts = (name: string) =>
  within(drawer(name)!)
    .getAllByRole('definition')
    .map((fact) => `${fact.previousElementSibling?.textContent}: ${fact.textContent}`)

it('counts the entries, and saves them', async () => {
  const exported = server.on(exportAuditEvents, () => new TextEncoder().encode('number,at'))
  const checks = server.on(getAuditChain, () => ({ entries: 2, verified: 2, checked_at: AT }))
  const saved = savedFiles()
  const user = await open('&from=2026-11-16')
  expect(screen.getByText('2 entries')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save 2 as CSV' }))
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['audit-log.csv']))
  expect(await saved[0]!.text).toBe('number,at')
  expect(exported.map(({ query }) => query)).toEqual([{ dateFrom: '2026-11-16' }])
  await waitFor(() => expect(calls).toHaveLength(2))
  await waitFor(() => expect(checks).toHaveLength(2))
})

it('shows an entry in a row of a wide table', async () => {
  await open()
  await waitFor(() => expect(row('Signed in')).toHaveTextContent(/Angharad Kendall/))
  const cells = [...row('Signed in').querySelectorAll('[role=gridcell], [role=rowheader]')]
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '12,397',
    '19 Nov, 13:10',
    'Angharad Kendall',
    'Signed in',
    'Angharad Kendall, Lite',
    '203.0.113.18',
  ])
})

describe('the drawer of an entry', () => {
  it('has its facts, named where they can be', async () => {
    const user = await open()
    await user.click(row('Signed in'))
    await waitFor(() =>
      expect(facts('Signed in')).toEqual([
        'Number: 12,397',
        'About: Angharad Kendall',
        'From address: 203.0.113.18',
        'Request: r-7K2M',
        `Fingerprint: ${ENTRY.hash}`,
      ]),
    )
    expect(drawer('Signed in')).toHaveTextContent('19 Nov, 13:10 · Angharad Kendall')
    const table = within(drawer('Signed in')!).getByRole('table')
    expect([...table.querySelectorAll('tr')].map((line) => [...line.children].map((cell) => cell.textContent))).toEqual(
      [
        ['Detail', 'Value'],
        ['Plan', 'Lite'],
      ],
    )
    expect(table.querySelector('[data-changed]')).toBeNull()
  })

  it('leaves out what is not known, and shows every entry about the same', async () => {
    const user = await open()
    await user.click(row('brand_new'))
    await waitFor(() => expect(drawer('brand_new')).toBeVisible())
    expect(facts('brand_new')).toEqual(['Number: 9', 'About: a-shipment', `Fingerprint: ${ENTRY.hash}`])
    const steps = history.length
    await user.click(screen.getByRole('button', { name: 'Show every entry about this' }))
    await waitFor(() => expect(location.search).toBe('?view=audit&about=a-shipment'))
    expect(history).toHaveLength(steps)
  })

  it('has settings that were added or taken away', async () => {
    server.on(listAuditEvents, () =>
      pageOf([{ ...ENTRY, details: { plan: 'lite', code: 'A' }, before: { code: 'A', amount: 100 } }]),
    )
    const user = await open()
    await user.click(row('Signed in'))
    await waitFor(() => expect(drawer('Signed in')).toBeVisible())
    const lines = within(drawer('Signed in')!).getAllByRole('row')
    expect(lines.map((line) => [...line.children].map((cell) => cell.textContent).join(' | '))).toEqual([
      'Detail | Before | After',
      'Plan | – | Lite',
      'Code | A | A',
      'Amount | £1.00 | –',
    ])
    expect(lines.map((line) => line.hasAttribute('data-changed'))).toEqual([false, true, false, true])
  })

  it('follows the focus while it is open, and gives it back', async () => {
    const user = await open()
    row('Signed in').focus()
    expect(location.search).toBe('?view=audit')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(drawer('Signed in')).toBeVisible())
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(drawer('brand_new')).toBeVisible())
    expect(row('brand_new').querySelector('[data-current]')).not.toBeNull()
    await user.click(within(drawer('brand_new')!).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    expect(screen.getByRole('grid', { name: 'Audit log' }).contains(document.activeElement)).toBe(true)
  })

  it('is in the address: one step back closes it', async () => {
    const user = await open()
    const steps = history.length
    await user.click(row('Signed in'))
    await waitFor(() => expect(drawer('Signed in')).toBeVisible())
    expect(history).toHaveLength(steps + 1)
    await user.click(row('brand_new'))
    await waitFor(() => expect(drawer('brand_new')).toBeVisible())
    expect(history).toHaveLength(steps + 1)
  })
})

describe('the filters', () => {
  it.each([
    [/What$/, 'Signed in', 'event=signed_in', { event: 'signed_in' }, 'Anything'],
    [/Who$/, 'Angharad Kendall', `person=${USER.id}`, { user_id: USER.id }, 'Anybody'],
  ])('by %s narrow to %s, and open to all', async (select, option, search, query, all) => {
    const user = await open()
    const steps = history.length
    expect(screen.queryByRole('button', { name: 'Remove all filters' })).toBeNull()
    const button = screen.getByRole('button', { name: select })
    expect(button).toHaveTextContent(all)
    await user.click(button)
    await user.click(screen.getByRole('option', { name: option }))
    await waitFor(() => expect(location.search).toBe(`?view=audit&${search}`))
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject(query))
    expect(button).toHaveTextContent(option)
    expect(screen.getByRole('button', { name: 'Remove all filters' })).toBeVisible()
    await user.click(button)
    await user.click(screen.getByRole('option', { name: all }))
    await waitFor(() => expect(location.search).toBe('?view=audit'))
    expect(history).toHaveLength(steps)
  })

  it('list the events by their names, after all of them', async () => {
    const user = await open()
    await user.click(screen.getByRole('button', { name: /What$/ }))
    const [all, ...names] = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(all).toBe('Anything')
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en-gb')))
    expect(names.length).toBeGreaterThan(20)
  })

  it.each([
    ['From', '2026-11-10', '', 'from=2026-11-10'],
    ['From', '2026-11-10', '&to=2026-11-10', 'from=2026-11-10&to=2026-11-10'],
    ['From', '2026-11-11', '&to=2026-11-10', 'from=2026-11-11'],
    ['From', '', '&from=2026-11-09&to=2026-11-10', 'to=2026-11-10'],
    ['To and including', '2026-11-10', '', 'to=2026-11-10'],
    ['To and including', '2026-11-10', '&from=2026-11-10', 'from=2026-11-10&to=2026-11-10'],
    ['To and including', '2026-11-09', '&from=2026-11-10', 'to=2026-11-09'],
    ['To and including', '', '&from=2026-11-09&to=2026-11-10', 'from=2026-11-09'],
  ])('%s %s, after %s, make %s', async (name, day, before, after) => {
    await open(before)
    fireEvent.change(screen.getByLabelText(name), { target: { value: day } })
    await waitFor(() =>
      expect(new URLSearchParams(location.search).toString().replace('view=audit&', '').split('&').toSorted()).toEqual(
        after.split('&'),
      ),
    )
  })

  it('by one thing are removed alone', async () => {
    const user = await open('&about=a-shipment&event=signed_in')
    await user.click(screen.getByRole('button', { name: 'Only about one thing' }))
    await waitFor(() => expect(location.search).toBe('?view=audit&event=signed_in'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Only about one thing' })).toBeNull())
  })
})
