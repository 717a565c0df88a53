import { listBatches } from '@postroom/contract/shipment-batch'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it, test } from 'vitest'
import { USER } from '../testing/a-user.ts'
import { withQueue } from '../testing/a-queued.ts'
import { pageOf } from '../testing/answers.ts'
import { server } from '../testing/fake-server.ts'
import { openPage } from '../testing/open-page.tsx'

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
/** Each listed shortcut: its text, then its keys. */
const listed = async () => (await dialog()).getAllByRole('term').map((term) => term.parentElement?.textContent)

const EVERYWHERE = ['searchCtrlK', 'helpF1', 'these shortcuts?']

test.each([
  ['home', []],
  ['shipping-single', ['buy and printCtrlEnter']],
  ['wizard', ['go onCtrlEnter']],
  ['desktop', ['buy and printCtrlEnter', 'move↑↓←→', 'chooseSpace', 'choose moreShift↑↓←→', 'mark as usedU']],
  [
    'mailroom',
    [
      'choose a serviceAlt1–9',
      'buy and print, next rowEnter',
      'other row↑↓',
      'weightAltW',
      'serviceAltS',
      'selectAltX',
      'buy the selectedAltB',
      'report a problemAltP',
      'all detailsAltO',
      'leave the rowEsc',
    ],
  ],
])('the list on %s names the shortcuts that act there: %j', async (path, own) => {
  server.on(listBatches, () => pageOf([]))
  withQueue([])
  const user = openPage(`/app/${path}`)
  await screen.findByRole('heading', { level: 1 })
  await user.click(screen.getByRole('button', { name: /Your account/ }))
  await user.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }))
  expect(await listed()).toEqual([...own, ...EVERYWHERE])
})

it('? opens the list outside fields only, Escape closes it, and the focus returns', async () => {
  const user = openPage('/app/home')
  await screen.findAllByText('£50.00')
  const search = screen.getByRole('button', { name: /^Search/ })
  search.focus()
  await user.keyboard('?')
  expect((await dialog()).getByText('On every page')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(search).toHaveFocus())
})

it('the pages that a plan lacks are not found', async () => {
  const user = openPage('/app/home', { ...USER, plan: 'lite' })
  await screen.findAllByText('£50.00')
  await user.keyboard('{Control>}k{/Control}')
  const options = await within(await screen.findByRole('dialog')).findAllByRole('option')
  const names = options.map(({ textContent }) => textContent.trim())
  expect(names).toContain('Send an item')
  expect(names).not.toContain('Address book')
})
