import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { Printer } from 'lucide-react'
import { expect, it, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Menu } from './menu.tsx'
import { Page } from './page.tsx'

it('a menu lists its acts below its header, and runs the chosen one', async () => {
  const act = vi.fn<() => void>()
  const acts = [
    { id: 'print', label: 'Print', icon: Printer, onAction: act },
    { id: 'save', label: 'Save', isDisabled: true, onAction: act },
  ]
  const user = show(<Menu label="Documents" trigger={<Button>Open</Button>} header={<b>Angharad</b>} acts={acts} />)
  expect(screen.queryByRole('menu')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('menu')).toBeVisible()
  expect(screen.getByText('Angharad')).toBeVisible()
  const [print, save] = screen.getAllByRole('menuitem')
  expect([print, save].map((item) => item?.querySelectorAll('svg[width="16"]').length)).toEqual([1, 0])
  expect(print).not.toHaveAttribute('aria-disabled')
  expect(save).toHaveAttribute('aria-disabled', 'true')
  await user.click(save!)
  expect(act).not.toHaveBeenCalled()
  await user.click(print!)
  expect(act).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})

it('a menu without a header has none', async () => {
  const user = show(<Menu label="Documents" trigger={<Button>Open</Button>} acts={[]} />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('menu').querySelector('header')).toBeNull()
})

it.each<[string, () => void]>([
  ['Escape', () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })],
  ['its close button', () => void fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  [
    'a click on the backdrop',
    () => {
      fireEvent.pointerDown(document.body, { button: 0 })
      fireEvent.click(document.body, { button: 0 })
    },
  ],
])('%s closes a dialog', async (_way, close) => {
  const closed = vi.fn<() => void>()
  show(
    <Dialog title="Unpair?" isOpen onClose={closed}>
      Nobody can print there.
    </Dialog>,
  )
  expect(screen.getByRole('dialog', { name: 'Unpair?' })).toHaveTextContent('Nobody can print there.')
  expect(document.querySelector('footer')).toBeNull()
  close()
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
})

const dialog = (isOpen: boolean) => (
  <Dialog
    title="Unpair?"
    role="alertdialog"
    isOpen={isOpen}
    onClose={() => {}}
    actions={<button type="button">Yes</button>}
  >
    -
  </Dialog>
)

it('a dialog shows its actions, and renders nothing while it is closed', () => {
  show(dialog(false))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  show(dialog(true))
  expect(screen.getByRole('alertdialog')).toContainElement(screen.getByRole('button', { name: 'Yes' }))
})

it('a page sets the document title, and focuses its heading unless a field has the focus', () => {
  show(
    <Page title="Printers" aside="2 ready">
      -
    </Page>,
  )
  expect(document.title).toBe('Printers – Postroom')
  expect(screen.getByRole('heading', { name: 'Printers' })).toHaveFocus()
  expect(screen.getByText('2 ready')).toBeVisible()
  show(
    <Page title="Good morning" documentTitle="Home">
      -
    </Page>,
  )
  expect(document.title).toBe('Home – Postroom')
})

it('a page leaves the focus in its first field', () => {
  show(
    <Page title="Sign in">
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- this is what is tested */}
      <input autoFocus />
    </Page>,
  )
  expect(screen.getByRole('textbox')).toHaveFocus()
})

const ERRORS = [
  { name: 'weight', message: 'Weight: Fill this in.' },
  { name: 'service', message: 'Service: Choose one.' },
]
const showErrors = (errors: typeof ERRORS) =>
  show(
    <>
      <ErrorSummary errors={errors} />
      <input id="weight" />
      <div id="service">
        <input type="radio" />
      </div>
    </>,
  )

it('an error summary gets the focus, marks the document title, and leads to each field', async () => {
  document.title = 'Send a letter'
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const user = showErrors(ERRORS)
  const summary = screen.getByRole('alert', { name: 'There is a problem' })
  expect(summary).toHaveFocus()
  expect(document.title).toBe('Error: Send a letter')
  const before = location.href
  await user.click(screen.getByRole('link', { name: 'Weight: Fill this in.' }))
  expect(screen.getByRole('textbox')).toHaveFocus()
  expect(scroll).toHaveBeenCalledWith({ block: 'center' })
  await user.click(screen.getByRole('link', { name: 'Service: Choose one.' }))
  expect(screen.getByRole('radio')).toHaveFocus()
  expect(location.href).toBe(before)
  showErrors([])
  await waitFor(() => expect(document.title).toBe('Send a letter'))
})

it('an error summary renders nothing, and leaves focus and title, without errors', () => {
  document.title = 'Send a letter'
  showErrors([])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.title).toBe('Send a letter')
  expect(document.body).toHaveFocus()
})
