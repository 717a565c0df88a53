import { screen, waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { openPage } from '../testing/open-page.tsx'

const help = () => within(screen.getByRole('complementary', { name: 'Help' }))

it('F1 opens the topic of the page beside it, with the focus, and gives the focus back', async () => {
  const user = openPage('/app/device-preferences')
  const heading = await screen.findByRole('heading', { level: 1, name: 'Printers' })
  await waitFor(() => expect(heading).toHaveFocus())
  await user.keyboard('{F1}')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Set up a printer' })).toHaveFocus())
  expect(heading).toBeVisible()
  await user.keyboard('{F1}')
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(heading).toHaveFocus()
})

it('Escape closes it, and another topic takes the focus', async () => {
  const user = openPage('/app/home')
  await screen.findAllByText('£50.00')
  await user.keyboard('{F1}')
  await user.click(await screen.findByRole('button', { name: 'Take postage back' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Take postage back' })).toHaveFocus())
  expect(help().getByRole('link', { name: 'Own page' })).toHaveAttribute('href', '/app/help?topic=take_back')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary')).toBeNull()
})

it('F1 opens it from a field too', async () => {
  const user = openPage('/app/device-preferences')
  await user.click(await screen.findByRole('textbox', { name: /^Code/ }))
  await user.keyboard('{F1}')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Set up a printer' })).toHaveFocus())
})

it('a page without a topic lists them all', async () => {
  const user = openPage('/app/extra/search')
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus())
  await user.keyboard('{F1}')
  expect(await screen.findByRole('heading', { name: 'Topics' })).toBeVisible()
  expect(help().getAllByRole('listitem')).toHaveLength(10)
})

it('the menu of the user opens it, for a telephone', async () => {
  const user = openPage('/app/home')
  await user.click(await screen.findByRole('button', { name: /Your account/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Help' }))
  expect(await screen.findByRole('heading', { name: 'Print a label again' })).toBeVisible()
})
