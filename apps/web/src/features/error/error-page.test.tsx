import { screen, waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { openPage } from '../../testing/open-page.tsx'

it('its search keeps what is typed, until it opens the search', async () => {
  const user = openPage('/error')
  const search = await screen.findByRole('searchbox', { name: 'Search Pages' })
  await waitFor(() => expect(document.title).toContain('Page not found'))
  expect(search).toHaveValue('')
  await user.type(search, 'labels')
  expect(search).toHaveValue('labels')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/app/extra/search'))
  expect(location.search).toBe('')
})
