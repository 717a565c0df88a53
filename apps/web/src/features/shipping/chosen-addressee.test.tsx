import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, it } from 'vitest'
import { routes } from '../../routes.tsx'
import { saveSession } from '../../session/session-store.ts'
import { aShipment } from '../../testing/a-shipment.ts'
import { USER } from '../../testing/a-user.ts'
import { show } from '../../testing/show.tsx'
import { field, ready } from '../../testing/shipping-form.ts'

/** Opens the page as a step of the browser's history with this state. */
async function openWith(usr: unknown) {
  saveSession(USER)
  history.replaceState({ usr, key: 'a', idx: 0 }, '', '/app/shipping-single?packaging=large_letter')
  show(<RouterProvider router={createBrowserRouter(routes)} />)
  await ready()
}

it('takes the addressee that the search has chosen once, and asks for the weight', async () => {
  const entries = history.length
  await openWith({ addressee: aShipment().to })
  expect(await screen.findByRole('region', { name: 'To' })).toHaveTextContent('Marguerite Llewellyn')
  await waitFor(() => expect(field('weight')).toHaveFocus())
  await waitFor(() => expect((history.state as { usr: unknown }).usr).toBeNull())
  expect(history).toHaveLength(entries)
  expect(location.pathname + location.search).toBe('/app/shipping-single?packaging=large_letter')
})

it.each([null, { addressee: { name: 7 } }, { sold: true }])('takes nobody from the state %j', async (usr) => {
  await openWith(usr)
  expect(screen.queryByText(/Marguerite/)).toBeNull()
  expect((history.state as { usr: unknown }).usr).toEqual(usr)
})

it('is not left by Enter in a field', async () => {
  await openWith(null)
  expect(fireEvent.submit(field('weight').form!)).toBe(false)
})
