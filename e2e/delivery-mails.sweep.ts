import fs from 'node:fs'
import path from 'node:path'
import { embeddedUrl } from '../apps/server/src/db/embedded-cluster.ts'
import { asOwner as runAsOwner } from '../apps/server/src/testing/test-database.ts'
import { href } from '../apps/web/src/pages.ts'
import { axeViolations } from './support/axe.ts'
import { buy } from './support/buy.ts'
import { LETTER } from './support/drafts.ts'
import { comeSignedIn, expect, test } from './support/fixtures.ts'
import type { Postroom } from './support/postroom.ts'

test.use({ server: 'delivery mails' })

test('a manager chooses mails about delivery; the addressee is mailed once, and the row says where the item is', async ({
  page,
  postroom,
}) => {
  await comeSignedIn(page, postroom)
  await page.goto(`${postroom.url}/app/mailing-system-setting`)
  const card = page.getByRole('region', { name: 'Mails about delivery' })
  const addressee = card.getByRole('group', { name: /^To the addressee/ })
  await addressee.getByText('On its way', { exact: true }).click()
  await card.getByRole('button', { name: 'Save the mails' }).click()
  await expect(card.getByText(/^Saved at/)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])

  const { meta_data } = await buy(postroom, {
    ...LETTER,
    service: 'TR48',
    options: [{ code: 'tracked' }],
    to: { ...LETTER.to!, email: 'marguerite@example.org' },
    parcels: [{ packaging: 'small_parcel', weight: { value: 400, units: 'G' } }],
  })
  await postedYesterday(postroom)
  await postroom.kill()
  await postroom.start()
  await expect.poll(() => mailsTo(postroom, 'marguerite@example.org').length).toBe(1)
  expect(mailsTo(postroom, 'marguerite@example.org')[0]).toContain(meta_data.tracking)

  await page.goto(`${postroom.url}${href('history')}`)
  await expect(page.getByRole('row').filter({ hasText: 'Marguerite' })).toContainText('On its way')

  await askAgain(postroom)
  await expect.poll(() => askedAgain(postroom)).toBe(true)
  expect(mailsTo(postroom, 'marguerite@example.org')).toHaveLength(1)
})

/** The simulated carrier scans an item in the evening of its posting day, and this test does not wait for it. */
const postedYesterday = (postroom: Postroom) =>
  asOwner(
    postroom,
    `update purchase set draft = draft || jsonb_build_object('shipping_date', (current_date - 1)::text);
     update organisation_setting set since = since - interval '3 days'`,
  )

const askAgain = async (postroom: Postroom) => {
  await asOwner(postroom, `update tracking set asked_at = asked_at - interval '2 hours', as_of = null`)
  await postroom.kill()
  await postroom.start()
}
const askedAgain = async (postroom: Postroom): Promise<boolean> =>
  (await asOwner(postroom, 'select from tracking where as_of is not null and not exists (select from outbox)'))
    .rowCount === 1

const asOwner = (postroom: Postroom, sql: string) =>
  runAsOwner(embeddedUrl(path.join(postroom.folder, 'postgres')), sql)

/** What was mailed to somebody, which is written to files where no mail server is set. */
function mailsTo(postroom: Postroom, email: string): string[] {
  const outbox = path.join(postroom.folder, 'outbox')
  if (!fs.existsSync(outbox)) return []
  return fs
    .readdirSync(outbox)
    .map((name) => fs.readFileSync(path.join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${email}`))
}
