import {
  checkAuditChain,
  exportAuditEvents,
  getAuditChain,
  listAuditEvents,
  type AuditChain,
  type AuditEntry,
} from '@postroom/contract/audit-log'
import { getPermission, listColleagues } from '@postroom/contract/identity'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
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
beforeEach(() => {
  server.on(getPermission, () => ({ permissions: ['administration'], roles: [], products: [], custom_data: {} }))
  server.on(listColleagues, () => ({ data: [{ id: USER.id, fullname: 'Angharad Kendall', is_manager: true }] }))
  server.on(getAuditChain, () => ({ entries: 2, verified: 2, checked_at: AT }))
  server.on(listAuditEvents, () => pageOf(ENTRIES))
})

async function open(query = '') {
  const user = openPage(`/app/administration?view=audit${query}`)
  await screen.findByRole('rowheader', { name: 'Signed in' })
  return user
}
const HASH = ENTRY.hash
const VERIFIED = 'Verified on 19 Nov, 14:30.'
it.each<[AuditChain, string, string, RegExp]>([
  [{ entries: 3, verified: 0 }, 'info', 'The log has 3 entries and has not been verified yet.', /yet\.Verify now$/],
  [{ entries: 3, verified: 3 }, 'info', 'The log has 3 entries and has not been verified yet.', /yet\.Verify now$/],
  [{ entries: 0, verified: 0, checked_at: AT }, 'info', 'The log has 0 entries and has not been verified yet.', /now$/],
  [
    { entries: 3, verified: 3, checked_at: AT },
    'good',
    'The chain is whole: 3 entries, none changed, none missing.',
    /missing\.Verified on 19 Nov, 14:30\. Verify now$/,
  ],
  [
    { entries: 4, verified: 3, checked_at: AT, last_hash: HASH },
    'good',
    'The chain is whole: 3 entries, none changed, none missing.',
    /14:30\. 1 newer entry is verified within the hour\. Last fingerprint: 9f3c61d084be27a5Verify now$/,
  ],
  [
    { entries: 3, verified: 0, checked_at: AT, broken: 1 },
    'error',
    'The log was changed: entry 1 is not as it was written.',
    /Save the log and send it.*Save the log Verify now$/,
  ],
])('the chain %o is shown in the tone %s: %s', async (chain, tone, title, text) => {
  server.on(getAuditChain, () => chain)
  await open()
  const notice = (await screen.findByText(title)).closest<HTMLElement>('[role]')!
  expect(notice.className).toContain(`_${tone}_`)
  expect(notice).toHaveTextContent(text)
  if (tone !== 'info') expect(notice).toHaveTextContent(VERIFIED)
})

it('the log of a broken chain is saved from its notice', async () => {
  server.on(getAuditChain, () => ({ entries: 3, verified: 1, checked_at: AT, broken: 2 }))
  server.on(exportAuditEvents, () => new Uint8Array([1]))
  const saved = savedFiles()
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Save the log' }))
  await waitFor(() => expect(saved).toHaveLength(1))
})

it('a chain that was not verified is verified now', async () => {
  server.on(getAuditChain, () => ({ entries: 2, verified: 0 }))
  server.on(checkAuditChain, () => ({ entries: 2, verified: 2, checked_at: AT }))
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Verify now' }))
  expect(await screen.findByText(/^The chain is whole: 2 entries/)).toBeVisible()
})
