import { screen, within } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { show, WithValue } from '../../testing/show.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { ConfirmWithReason } from './confirm-with-reason.tsx'
import { Drawer, WithDrawer } from './drawer.tsx'
import { FilterChips } from './filter-chips.tsx'
import { TagField } from './tag-field.tsx'
import { UndoBar } from './undo-bar.tsx'

it('filter chips show their counts; arrows move, Space chooses', async () => {
  const change = vi.fn<(value: string) => void>()
  const chips = [
    { value: 'all', label: 'All', count: 1041 },
    { value: 'returned', label: 'Returned', count: 1 },
    { value: 'twice', label: 'Twice' },
  ]
  const user = show(<FilterChips label="State" value="all" onChange={change} chips={chips} />)
  const group = within(screen.getByRole('radiogroup', { name: 'State' }))
  expect(group.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
    'All 1,041',
    'Returned 1',
    'Twice ',
  ])
  expect(group.getByRole('radio', { checked: true })).toHaveTextContent('All')
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect(group.getByRole('radio', { name: /Returned/ })).toHaveFocus()
  expect(change).not.toHaveBeenCalled()
  await user.keyboard(' ')
  expect(change.mock.calls).toEqual([['returned']])
})

const shownTags = () => screen.queryAllByRole('row').map(({ textContent }) => textContent)

const drawer = (close: () => void) => (
  <WithDrawer
    onClose={close}
    drawer={
      <Drawer title="Trewin Frames" note="9 sent" foot={<button type="button">Save</button>} onClose={close}>
        <input aria-label="Town" />
      </Drawer>
    }
  >
    <button type="button">A row</button>
    <input type="search" aria-label="Search" />
  </WithDrawer>
)

it('a drawer is named by its title and leaves the list in use', () => {
  show(drawer(() => {}))
  const beside = within(screen.getByRole('complementary', { name: 'Trewin Frames' }))
  expect(beside.getByText('9 sent')).toBeVisible()
  expect(beside.getByRole('button', { name: 'Save' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'A row' })).toBeVisible()
})

it.each([
  ['in the drawer', 'Town', 1],
  ['in the list', 'A row', 1],
  ['in a search field, whose text it clears', 'Search', 0],
])('Escape %s closes a drawer %s: %i', async (_where, label, times) => {
  const close = vi.fn<() => void>()
  const user = show(drawer(close))
  const control = screen.queryByLabelText(label) ?? screen.getByText(label)
  control.focus()
  await user.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(times)
})

it('the close button closes a drawer; without one Escape in the list does nothing', async () => {
  const close = vi.fn<() => void>()
  const user = show(drawer(close))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalledOnce()
  show(
    <WithDrawer drawer={undefined} onClose={close}>
      <button type="button">A row</button>
    </WithDrawer>,
  )
  screen.getByRole('button', { name: 'A row' }).focus()
  await user.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

it('an undo bar announces the act in a region that was there before, and undoes it', async () => {
  const [undo, dismiss] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const bar = (text?: string) => <UndoBar text={text} onUndo={undo} onDismiss={dismiss} />
  const user = show(bar())
  const region = screen.getByRole('status')
  expect(region).toBeEmptyDOMElement()
  show(bar('Trewin Frames was deleted.'))
  expect(screen.getByRole('status')).toBe(region)
  expect(region).toHaveTextContent('Trewin Frames was deleted.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect([undo, dismiss].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

it('asks for a reason before it confirms', async () => {
  const [confirm, close] = [vi.fn<(reason: string) => void>(), vi.fn<() => void>()]
  const user = show(
    <ConfirmWithReason
      title="Void this label?"
      isOpen
      onClose={close}
      label="Why?"
      reasons={[
        { value: 'wrong', label: 'Wrong address' },
        { value: 'twice', label: 'Bought twice' },
      ]}
      confirm="Void and refund £3.95"
      onConfirm={confirm}
    >
      The refund comes within 14 days.
    </ConfirmWithReason>,
  )
  const dialog = within(screen.getByRole('alertdialog', { name: 'Void this label?' }))
  expect(dialog.getByText(/within 14 days/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: /^Void and refund/ }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose a reason.')
  expect(confirm).not.toHaveBeenCalled()
  await user.click(dialog.getByRole('radio', { name: 'Bought twice' }))
  expect(dialog.getByRole('alert')).toBeEmptyDOMElement()
  await user.keyboard('{Enter}')
  expect(confirm.mock.calls).toEqual([['twice']])
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(close).toHaveBeenCalledOnce()
})

it('a batch shows both numbers, what happens if one leaves, and what a cancel leaves out', async () => {
  const cancel = vi.fn<() => void>()
  const batch = (left?: string) => (
    <BatchProgress
      title="7 of 40 printed"
      done={7}
      total={40}
      note="about 5 min"
      leaving="You can close this page."
      {...(left !== undefined && { cancel: left, onCancel: cancel })}
    />
  )
  const user = show(batch('Cancel the 33 to come'))
  const bar = screen.getByRole('progressbar', { name: '7 of 40 printed' })
  expect(bar).toHaveAttribute('aria-valuenow', '7')
  expect(bar).toHaveAttribute('aria-valuetext', '7 of 40')
  expect(bar.querySelector('[style]')).toHaveStyle({ width: '17.5%' })
  for (const text of ['about 5 min', 'You can close this page.']) expect(screen.getByText(text)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel the 33 to come' }))
  expect(cancel).toHaveBeenCalledOnce()
  show(batch())
  expect(screen.queryByRole('button')).toBeNull()
})

it('a tag field adds each word once, removes the last with Backspace, and any with its button', async () => {
  const submit = vi.fn<() => void>()
  const user = show(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <WithValue<readonly string[]> initial={['Catalogue']}>
        {(tags, change) => (
          <TagField name="tags" label="Tags" value={tags} onChange={change} known={['Catalogue', 'Trade']} />
        )}
      </WithValue>
    </form>,
  )
  const input = screen.getByRole('combobox', { name: 'Tags' })
  expect([...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))).toEqual([
    'Trade',
  ])
  await user.type(input, 'press{Enter}catalogue, late ')
  expect(shownTags()).toEqual(['Catalogue', 'press'])
  await user.tab()
  expect(shownTags()).toEqual(['Catalogue', 'press', 'late'])
  await user.click(input)
  await user.keyboard('{Backspace}')
  expect(shownTags()).toEqual(['Catalogue', 'press'])
  expect(submit).not.toHaveBeenCalled()
  await user.click(within(screen.getByRole('row', { name: 'Catalogue' })).getByRole('button'))
  expect(shownTags()).toEqual(['press'])
})
