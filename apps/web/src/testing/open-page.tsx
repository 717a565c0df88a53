import { QueryClientProvider } from '@tanstack/react-query'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { routes } from '../routes.tsx'
import { saveSession } from '../session/session-store.ts'
import { USER } from './a-user.ts'

let root: Root | undefined

/** Opens a page of the whole app without a session. @returns the simulated user */
export function openSignedOut(path: string): UserEvent {
  history.replaceState(null, '', path)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </QueryClientProvider>
    </StrictMode>,
  )
  return userEvent.setup({ delay: null })
}

/** Opens a page of the whole app as a signed-in user. */
export function openPage(path: string, user = USER): UserEvent {
  saveSession(user)
  return openSignedOut(path)
}

/** Unmounts the app, as closing the tab does; `setup.ts` calls it after each test. */
export function closePage(): void {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
}
