import { screen } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { i18next } from '../i18n.ts'
import { BrokenPage } from './broken-page.tsx'

it.each<[string, unknown, string | null]>([
  ['the name of an error without its message', new TypeError('Angharad Jones'), 'TypeError'],
  ['nothing of a thrown value that is not an error', 'Angharad Jones', null],
])('shows %s, and reloads when asked to', async (_case, thrown, name) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  const Component = (): never => {
    throw thrown
  }
  const router = createMemoryRouter([{ path: '/', Component, ErrorBoundary: BrokenPage }])
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(<RouterProvider router={router} />)
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(container.querySelector('code')?.textContent ?? null).toBe(name)
  expect(container.textContent).not.toContain('Angharad')
  await userEvent.click(screen.getByRole('button', { name: i18next.t('shell.reload') }))
  expect(reload).toHaveBeenCalledOnce()
  root.unmount()
  container.remove()
})
