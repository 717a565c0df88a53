import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { show, WithValue } from '../testing/show.tsx'
import { ComboBox } from './combo-box.tsx'

const COUNTRIES = [
  { value: 'FR', label: 'France' },
  { value: 'DE', label: 'Germany' },
]
const showCountry = (initial: string, error?: string) => {
  const change = vi.fn<(value: string) => void>()
  const user = show(
    <>
      <WithValue initial={initial}>
        {(value, set) => (
          <ComboBox
            name="country"
            label="Country"
            value={value}
            onChange={(chosen) => {
              change(chosen)
              set(chosen)
            }}
            options={COUNTRIES}
            find={(typed) => COUNTRIES.filter(({ label }) => label.toLowerCase().startsWith(typed))}
            noMatch={(typed) => `Not ${typed}.`}
            error={error}
          />
        )}
      </WithValue>
      <button>Next</button>
    </>,
  )
  return { user, change, input: screen.getByRole('combobox') }
}

it('a combo box lists its options, marks the chosen one, and reports a cleared text when it is left', async () => {
  const { user, change, input } = showCountry('FR')
  expect(input).toHaveValue('France')
  expect(input).toHaveAttribute('id', 'country')
  expect(input).toBeValid()
  await user.click(screen.getByRole('button', { name: /^Show/ }))
  const shown = screen.getAllByRole('option')
  expect(shown.map((option) => [option.textContent, option.querySelectorAll('svg').length])).toEqual([
    ['France', 1],
    ['Germany', 0],
  ])
  await user.clear(input)
  expect(change).not.toHaveBeenCalled()
  await user.tab()
  expect(change.mock.calls).toEqual([['']])
})

/** As a page moves: what follows from it is drawn before it moves again. */
async function movePage(): Promise<void> {
  fireEvent.scroll(document.body)
  await new Promise(requestAnimationFrame)
}

it('a combo box opens its list again when the page moves, once for each text', async () => {
  const { user, input } = showCountry('FR')
  await user.clear(input)
  for (const letter of ['g', 'e']) {
    await user.keyboard(letter)
    await movePage()
    expect(screen.getByRole('option')).toHaveTextContent('Germany')
  }
  await movePage()
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
})

it.each(['{Enter}', '{Tab}'])(
  'a combo box chooses the first match with %s when a moving page has closed the list',
  async (key) => {
    const { user, change, input } = showCountry('FR')
    await user.clear(input)
    await user.keyboard('g')
    await movePage()
    await movePage()
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())
    await user.keyboard(key)
    expect(change.mock.calls).toEqual([['DE']])
    expect(input).toHaveValue('Germany')
  },
)

it('a combo box whose list has been closed after an arrow does not guess which option was meant', async () => {
  const { user, change, input } = showCountry('FR')
  await user.clear(input)
  await user.keyboard('g{ArrowDown}')
  await movePage()
  await user.keyboard('{Enter}')
  expect(change).not.toHaveBeenCalled()
})

it('a combo box chooses an option that is pressed', async () => {
  const { user, change, input } = showCountry('FR')
  await user.clear(input)
  await user.keyboard('germ')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await user.click(screen.getByRole('option', { name: 'Germany' }))
  expect(change.mock.calls).toEqual([['DE']])
  expect(input).toHaveValue('Germany')
})

it.each(['{Tab}', '{Enter}'])(
  'typing replaces the value of a combo box, and %s chooses the first match',
  async (key) => {
    const { user, change, input } = showCountry('FR')
    await user.tab()
    await user.keyboard(`g${key}`)
    expect(change.mock.calls).toEqual([['DE']])
    expect(input).toHaveValue('Germany')
    expect(input).toBeValid()
  },
)

it('Escape restores the value of a combo box', async () => {
  const { user, change, input } = showCountry('FR')
  await user.tab()
  await user.keyboard('g{Escape}')
  expect(input).toHaveValue('France')
  expect(change).not.toHaveBeenCalled()
})

it('a combo box keeps a text that matches nothing, and says so when it is left', async () => {
  const { user, change, input } = showCountry('FR')
  await user.tab()
  await user.keyboard('atlantis')
  expect(await screen.findByText('Nothing found')).toBeVisible()
  expect(input).toBeValid()
  await user.tab()
  expect(input).toHaveValue('atlantis')
  expect(input).toHaveAccessibleDescription('Not atlantis.')
  expect(change).not.toHaveBeenCalled()
})

it('a combo box shows its error', () => {
  const { input } = showCountry('', 'Choose one.')
  expect(input).toHaveValue('')
  expect(input).toBeInvalid()
  expect(input).toHaveAccessibleDescription('Choose one.')
})

it('hides nothing of the page while the list of a combo box is open', async () => {
  const { user, input } = showCountry('FR')
  await user.click(input)
  await user.keyboard('g')
  expect(screen.getByRole('listbox')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Show/ })).toBeVisible()
  await user.tab()
  expect(document.querySelectorAll('[data-react-aria-top-layer]')).toHaveLength(0)
})

it('the chosen option typed again changes nothing, and Enter says at once that a text has no match', async () => {
  const { user, change, input } = showCountry('FR')
  await user.clear(input)
  await user.type(input, 'france')
  await user.clear(input)
  fireEvent.change(input, { target: { value: 'France' } })
  await user.tab()
  expect(change).not.toHaveBeenCalled()
  expect(input).toHaveValue('France')
  await user.clear(input)
  await user.type(input, 'xyz')
  expect(input).toBeValid()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(input).toHaveAccessibleDescription('Not xyz.'))
})
