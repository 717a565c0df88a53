import {
  AUDIT_EVENTS,
  checkAuditChain,
  exportAuditEvents,
  getAuditChain,
  listAuditEvents,
  type AuditChain,
  type AuditEntry,
} from '@postroom/contract/audit-log'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { screen, waitFor, within } from '@testing-library/dom'
import i18next from 'i18next'
import { beforeEach, expect, it, vi } from 'vitest'
import { USER } from '../../../testing/a-user.ts'
import { pageOf } from '../../../testing/answers.ts'
import { server, UNREACHABLE } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'

const CENTER = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a08'
const HASH = '9f3c61d084be27a5'.repeat(4)
const ENTRIES: AuditEntry[] = [
  {
    number: 12_397,
    at: '2026-11-19T13:10:00.000Z',
    user_id: USER.id,
    key_name: 'Web shop',
    event: 'cost_center_saved',
    subject: CENTER,
    details: { code: 'BIND', is_active: 'true', amount: 100_000, period: 'month', on_exceed: 'block' },
    before: { code: 'BIND', is_active: 'true', amount: 90_000, period: 'month', on_exceed: 'warn' },
    ip: '203.0.113.18',
    request_id: 'r-7K2M',
    hash: HASH,
  },
  { number: 12_396, at: '2026-11-19T11:30:00.000Z', event: 'brand_new', details: {}, hash: HASH },
]
const WHOLE: AuditChain = {
  entries: 12_408,
  verified: 12_400,
  last_hash: HASH,
  checked_at: '2026-11-19T14:30:00.000Z',
}
const VIEW = '/app/administration?view=audit'

beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listColleagues, () => ({ data: [{ id: USER.id, fullname: 'Angharad Kendall', is_manager: true }] }))
  server.on(getAuditChain, () => WHOLE)
})

const open = async (path = VIEW) => {
  const calls = server.on(listAuditEvents, () => pageOf(ENTRIES))
  const user = openPage(path)
  await screen.findByRole('rowheader', { name: 'Cost centre saved' })
  return { user, calls }
}

it('says first whether the log is whole, then lists who did what, newest first', async () => {
  const { calls } = await open()
  expect(screen.getByText('The chain is whole: 12,400 entries, none changed, none missing.')).toBeVisible()
  expect(screen.getByText(/8 newer entries are verified within the hour/)).toBeVisible()
  const row = screen.getByRole('rowheader', { name: 'Cost centre saved' }).closest('[role=row]')
  await waitFor(() => expect(row).toHaveTextContent('Angharad Kendall, with the key “Web shop”'))
  expect(row).toHaveTextContent('12,397')
  expect(row).toHaveTextContent('BIND, yes, £1,000.00, a month, blocks203.0.113.18')
  const unknown = screen.getByRole('rowheader', { name: 'brand_new' }).closest('[role=row]')
  expect(unknown).toHaveTextContent('The system')
  expect(calls[0]?.query).toMatchObject({ orderAsc: 'false' })
})

it('shows before and after of an entry, and then every entry about the same', async () => {
  const { user, calls } = await open()
  await user.click(screen.getByRole('rowheader', { name: 'Cost centre saved' }))
  const drawer = within(await screen.findByRole('complementary', { name: 'Cost centre saved' }))
  expect(location.search).toContain('entry=12397')
  expect(drawer.getByRole('row', { name: /^Amount/ })).toHaveTextContent('Amount£900.00£1,000.00')
  expect(drawer.getByRole('row', { name: /^Amount/ })).toHaveAttribute('data-changed')
  expect(drawer.getByRole('row', { name: /^Code/ })).not.toHaveAttribute('data-changed')
  expect(drawer.getByRole('row', { name: /^When it is spent/ })).toHaveTextContent('warnsblocks')
  await user.click(drawer.getByRole('button', { name: 'Show every entry about this' }))
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ subject: CENTER }))
  expect(location.search).not.toContain('entry=')
  await user.click(screen.getByRole('button', { name: 'Only about one thing' }))
  await waitFor(() => expect(location.search).toBe('?view=audit'))
})

it('shows no table for an entry without details; Back closes the entry, however many were looked at', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('rowheader', { name: 'Cost centre saved' }))
  await screen.findByRole('complementary', { name: 'Cost centre saved' })
  await user.click(screen.getByRole('rowheader', { name: 'brand_new' }))
  const drawer = await screen.findByRole('complementary', { name: 'brand_new' })
  expect(within(drawer).queryByRole('table')).toBeNull()
  expect(within(drawer).queryByText('From address')).toBeNull()
  expect(within(drawer).queryByRole('button', { name: 'Show every entry about this' })).toBeNull()
  history.back()
  await waitFor(() => expect(drawer).not.toBeInTheDocument())
  expect(location.search).toBe('?view=audit')
})

it('filters by event, person and days; the address says by what, and an unknown event is left out', async () => {
  const { user, calls } = await open(`${VIEW}&event=nonsense&from=2026-11-16&to=2026-11-19&person=${USER.id}`)
  expect(calls[0]?.query).toMatchObject({ user_id: USER.id, dateFrom: '2026-11-16', dateTo: '2026-11-19' })
  expect(calls[0]?.query.event).toBeUndefined()
  await user.click(screen.getByRole('button', { name: /What/ }))
  await user.click(screen.getByRole('option', { name: 'Cost centre saved' }))
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ event: 'cost_center_saved', user_id: USER.id }))
  expect(location.search).toContain('event=cost_center_saved')
  expect(location.search).toContain('view=audit')
  await user.click(screen.getByRole('button', { name: 'Remove all filters' }))
  await waitFor(() => expect(location.search).toBe('?view=audit'))
})

it('names the first changed entry, saves the log, and verifies it again on request', async () => {
  server.on(getAuditChain, () => ({ ...WHOLE, broken: 12_001 }))
  const saved = server.on(exportAuditEvents, () => new TextEncoder().encode('number,at'))
  const checks = server.on(checkAuditChain, () => ({ ...WHOLE, verified: 12_408 }))
  const made = vi.spyOn(URL, 'createObjectURL')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user } = await open(`${VIEW}&event=cost_center_saved`)
  expect(screen.getByText('The log was changed: entry 12,001 is not as it was written.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save the log' }))
  await waitFor(() => expect(made).toHaveBeenCalledOnce())
  expect(saved[0]?.query).toEqual({ event: 'cost_center_saved' })
  await user.click(screen.getByRole('button', { name: 'Verify now' }))
  expect(await screen.findByText(/^The chain is whole: 12,408 entries/)).toBeVisible()
  expect(checks).toHaveLength(1)
})

it('says that nothing was found, and that the log was not verified yet', async () => {
  server.on(getAuditChain, () => ({ entries: 1, verified: 0, checked_at: WHOLE.checked_at! }))
  server.on(listAuditEvents, () => pageOf([]))
  openPage(VIEW)
  expect(await screen.findByText('No entries found')).toBeVisible()
  expect(screen.getByText('The log has 1 entry and has not been verified yet.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save 0 as CSV' })).toBeDisabled()
})

it('keeps the page when neither list nor state can be loaded', async () => {
  server.on(getAuditChain, () => UNREACHABLE)
  server.on(listAuditEvents, () => UNREACHABLE)
  openPage(VIEW)
  expect(await screen.findByText('Audit log: the list could not be loaded', {}, { timeout: 8_000 })).toBeVisible()
  expect(await screen.findByText('The state of the log could not be loaded.')).toBeVisible()
})

it.each(['en-gb', 'fr-fr'])('every event has a text in %s', async (language) => {
  await i18next.loadLanguages(language)
  for (const event of AUDIT_EVENTS) expect(i18next.exists(`audit.event.${event}`, { lng: language }), event).toBe(true)
})
