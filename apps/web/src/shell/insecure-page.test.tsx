import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { chooseLanguage, i18next } from '../i18n.ts'
import { InsecurePage } from './insecure-page.tsx'

afterEach(() => chooseLanguage('en-gb'))

it('says where the page came from and what to do, in both languages', async () => {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(<InsecurePage />)
  expect(await screen.findByRole('alert')).toHaveTextContent(location.host)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  const english = screen.getByRole('heading', { level: 1 }).textContent
  await userEvent.click(screen.getByRole('button'))
  await userEvent.click(await screen.findByRole('menuitem', { name: i18next.t('shell.fr-fr') }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent(english))
  expect(i18next.language).toBe('fr-fr')
  root.unmount()
  container.remove()
})
