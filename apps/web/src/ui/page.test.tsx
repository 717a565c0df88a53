import { screen } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
import { Dialog } from './dialog.tsx'
import { Page } from './page.tsx'

it('has the focus on its heading when it opens', () => {
  show(<Page title="Prices">text</Page>)
  expect(screen.getByRole('heading', { name: 'Prices' })).toHaveFocus()
  expect(document.title).toBe('Prices – Postroom')
})

it.each([
  ['a field that asked for it', <input key="field" aria-label="Name" ref={(field) => field?.focus()} />, 'textbox'],
  ['a summary of errors', <p key="errors" role="alert" tabIndex={-1} ref={(errors) => errors?.focus()} />, 'alert'],
])('leaves the focus to %s', (_name, part, role) => {
  show(<Page title="Prices">{part}</Page>)
  expect(screen.getByRole(role)).toHaveFocus()
})

it('takes no focus behind a dialog that was opened while it loaded', () => {
  show(
    <>
      <Dialog title="Search" isOpen onClose={() => {}}>
        <input aria-label="Search" />
      </Dialog>
      <Page title="Prices">text</Page>
    </>,
  )
  expect(screen.getByRole('heading', { name: 'Prices', hidden: true })).not.toHaveFocus()
})
