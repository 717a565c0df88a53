import { listMembers } from '@postroom/contract/administration'
import { getStatement, getStatementDays } from '@postroom/contract/carrier-account'
import { getPermission } from '@postroom/contract/identity'
import { listPrices } from '@postroom/contract/price-list'
import { getRetention } from '@postroom/contract/retention'
import { getSpending } from '@postroom/contract/spending'
import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { SPENDING } from '../../testing/a-spending.ts'
import { DAY, MEMBER, MOVEMENT, PRICE, pricesOf } from '../../testing/an-administration.ts'
import { pageOf } from '../../testing/answers.ts'
import { server } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

// the next press of an arrow counts from the choice before: two presses are two changes
it.each([
  ['/app/administration?view=users', 'Data kept'],
  ['/app/administration?view=account', 'By day'],
  ['/app/administration?view=prices', 'Changed'],
  ['/app/dashboard?from=2026-11-01&to=2026-11-19', 'Table'],
])('%s shows the choice of %s in the same turn', async (path, name) => {
  server.on(getPermission, () => {
    return { permissions: ['administration', 'mod_shipping'], roles: [], products: [], custom_data: {} }
  })
  server.on(listMembers, () => pageOf([MEMBER]))
  server.on(getStatement, () => pageOf([MOVEMENT]))
  server.on(getStatementDays, () => pageOf([DAY]))
  server.on(listPrices, () => pricesOf(PRICE))
  server.on(getRetention, () => ({ data: [] }))
  server.on(getSpending, () => SPENDING)
  openPage(path)
  fireEvent.click(await screen.findByRole('radio', { name }))
  expect(screen.getByRole('radio', { name })).toBeChecked()
  await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading/ })).toBeNull())
})
