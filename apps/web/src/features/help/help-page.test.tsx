import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { chooseLanguage } from '../../i18n.ts'
import { openPage } from '../../testing/open-page.tsx'

const main = () => within(screen.getByRole('main'))

it('lists ten topics, and opens one, which the address names', async () => {
  const user = openPage('/app/help')
  expect(await screen.findByRole('heading', { name: 'Topics' })).toBeVisible()
  expect(main().getAllByRole('listitem')).toHaveLength(10)
  await user.click(main().getByRole('button', { name: 'Take postage back' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Take postage back' })).toHaveFocus())
  expect(location.search).toBe('?topic=take_back')
  await user.click(main().getByRole('button', { name: 'All topics' }))
  expect(await screen.findByRole('heading', { name: 'Topics' })).toBeVisible()
})

it('opens the topic of its address, or the list for one that does not exist', async () => {
  openPage('/app/help?topic=abroad')
  expect(await screen.findByRole('heading', { name: 'Send abroad' })).toBeVisible()
})

it('shows the list for a topic that does not exist', async () => {
  openPage('/app/help?topic=nothing')
  expect(await screen.findByRole('heading', { name: 'Topics' })).toBeVisible()
})

it('finds what is typed, and says how much', async () => {
  const user = openPage('/app/help')
  await user.type(await screen.findByRole('textbox', { name: 'Search the help' }), 'ruler')
  expect(await main().findByText('1 result')).toBeVisible()
  await user.clear(screen.getByRole('textbox', { name: 'Search the help' }))
  await user.type(screen.getByRole('textbox', { name: 'Search the help' }), 'zebra')
  expect(await main().findByText('0 results')).toBeVisible()
  expect(main().queryAllByRole('listitem')).toEqual([])
})

it('is in French for who reads French', async () => {
  await chooseLanguage('fr-fr')
  openPage('/app/help?topic=take_back')
  expect(await screen.findByRole('heading', { name: 'Annuler un affranchissement' })).toBeVisible()
})
