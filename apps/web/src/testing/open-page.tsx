import type { UserEvent } from '@testing-library/user-event'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from '../routes.tsx'
import { saveSession } from '../session/session-store.ts'
import { USER } from './a-user.ts'
import { show } from './show.tsx'

/** Opens a page of the whole app without a session. @returns the simulated user */
export function openSignedOut(path: string): UserEvent {
  // a new entry: it ends what an earlier test left to go forward to
  history.pushState(null, '', path)
  return show(<RouterProvider router={createBrowserRouter(routes)} />)
}

/** Opens a page of the whole app as a signed-in user. */
export function openPage(path: string, user = USER): UserEvent {
  saveSession(user)
  return openSignedOut(path)
}
